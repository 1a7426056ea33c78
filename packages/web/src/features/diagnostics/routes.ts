import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'

const diagnostics = createRoute({
  getParentRoute: () => framed,
  path: '/diagnostics',
  component: lazyRouteComponent(() => import('./diagnostics.tsx'), 'Diagnostics'),
})

export const diagnosticsRoutes = [diagnostics] as const
