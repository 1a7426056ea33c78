import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '../../data/client.ts'
import { statusesQuery } from '../../data/services.ts'
import { framed, inside } from './parents.ts'
import { known } from './search.ts'

/** Asked for while the screen itself is still being loaded. */
const loader = () => void queryClient.prefetchQuery(statusesQuery)

export const wall = createRoute({
  getParentRoute: () => inside,
  path: '/wall',
  loader,
  component: lazyRouteComponent(() => import('../../screens/dashboard/wall.tsx'), 'Wall'),
})

const dashboard = createRoute({
  getParentRoute: () => framed,
  path: '/',
  validateSearch: (search) => known(search, ['query', 'state']),
  loader,
  component: lazyRouteComponent(() => import('../../screens/dashboard/dashboard.tsx'), 'Dashboard'),
})
const services = createRoute({
  getParentRoute: () => framed,
  path: '/services',
  validateSearch: (search) => known(search, ['query', 'state', 'group']),
  loader,
  component: lazyRouteComponent(() => import('../../screens/services/services.tsx'), 'Services'),
})
const service = createRoute({
  getParentRoute: () => framed,
  path: '/services/$id',
  validateSearch: (search) => known(search, ['tab', 'range', 'analysis']),
  component: lazyRouteComponent(() => import('../../screens/service/service.tsx'), 'ServicePage'),
})

/** Where messages about a failure lead: the address is theirs, the place is among the analyses of the service. */
const analysis = createRoute({
  getParentRoute: () => framed,
  path: '/services/$id/analyses/$analysis',
  beforeLoad({ params: { id, analysis } }) {
    throw redirect({ to: '/services/$id', params: { id }, search: { tab: 'analyses', analysis }, replace: true })
  },
})

export const watchingRoutes = [dashboard, services, service, analysis] as const
