import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'

const packageRoute = createRoute({
  getParentRoute: () => framed,
  path: '/administration/packages/$id',
  component: lazyRouteComponent(() => import('./package.tsx'), 'PackagePage'),
})

export const packagesRoutes = [packageRoute] as const
