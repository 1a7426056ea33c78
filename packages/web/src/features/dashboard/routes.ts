import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed, inside } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'
import { prefetchStatuses } from '../services/queries.ts'

const wall = createRoute({
  getParentRoute: () => inside,
  path: '/wall',
  validateSearch: (search) => pickSearchParameters(search, ['theme']),
  loader: prefetchStatuses,
  component: lazyRouteComponent(() => import('./wall.tsx'), 'Wall'),
})

const dashboard = createRoute({
  getParentRoute: () => framed,
  path: '/',
  validateSearch: (search) => pickSearchParameters(search, ['query', 'state', 'customer', 'by']),
  loader: prefetchStatuses,
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
})

export const dashboardRoutes = [dashboard] as const

export const dashboardInsideRoutes = [wall] as const
