import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { known } from '../../app/routing/search.ts'

const events = createRoute({
  getParentRoute: () => framed,
  path: '/events',
  validateSearch: (search) => known(search, ['state', 'kind', 'service', 'range', 'current_page', 'ended_page']),
  component: lazyRouteComponent(() => import('./alerts.tsx'), 'AlertsPage'),
})

const alert = createRoute({
  getParentRoute: () => framed,
  path: '/events/$id',
  component: lazyRouteComponent(() => import('./alert.tsx'), 'AlertPage'),
})

export const incidentsRoutes = [events, alert] as const
