import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'

const onboarding = createRoute({
  getParentRoute: () => framed,
  path: '/services/new',
  component: lazyRouteComponent(() => import('./onboarding.tsx'), 'Onboarding'),
})

export const onboardingRoutes = [onboarding] as const
