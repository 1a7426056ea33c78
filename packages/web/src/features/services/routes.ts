import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'
import { prefetchStatuses } from './queries.ts'

const services = createRoute({
  getParentRoute: () => framed,
  path: '/services',
  validateSearch: (search) =>
    pickSearchParameters(search, ['query', 'state', 'group', 'customer', 'tag', 'by', 'sort']),
  loader: prefetchStatuses,
  component: lazyRouteComponent(() => import('./services.tsx'), 'Services'),
})

export const servicesRoutes = [services] as const
