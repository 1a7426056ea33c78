import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const service = createRoute({
  getParentRoute: () => framed,
  path: '/services/$id',
  validateSearch: (search) =>
    pickSearchParameters(search, ['tab', 'range', 'analysis', 'open', 'sensor', 'page', 'only', 'vital']),
  component: lazyRouteComponent(() => import('./service.tsx'), 'ServicePage'),
})

/** The URL that notifications link to; it redirects to the analysis on the page of the service. */
const analysis = createRoute({
  getParentRoute: () => framed,
  path: '/services/$id/analyses/$analysis',
  beforeLoad({ params: { id, analysis } }) {
    throw redirect({ to: '/services/$id', params: { id }, search: { tab: 'analyses', analysis }, replace: true })
  },
})

export const servicePageRoutes = [service, analysis] as const
