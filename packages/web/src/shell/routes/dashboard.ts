import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed, inside } from '../../app/routing/parents.ts'
import { known } from '../../app/routing/search.ts'
import { prefetchStatuses } from '../../data/services.ts'

export const wall = createRoute({
  getParentRoute: () => inside,
  path: '/wall',
  loader: prefetchStatuses,
  component: lazyRouteComponent(() => import('../../screens/dashboard/wall.tsx'), 'Wall'),
})

const dashboard = createRoute({
  getParentRoute: () => framed,
  path: '/',
  validateSearch: (search) => known(search, ['query', 'state']),
  loader: prefetchStatuses,
  component: lazyRouteComponent(() => import('../../screens/dashboard/dashboard.tsx'), 'Dashboard'),
})

export const dashboardRoutes = [dashboard] as const
