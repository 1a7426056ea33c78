import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const listSearch = ['state', 'kind', 'service', 'range', 'current_page', 'ended_page'] as const

const incidents = createRoute({
  getParentRoute: () => framed,
  path: '/incidents',
  validateSearch: (search) => pickSearchParameters(search, listSearch),
  component: lazyRouteComponent(() => import('./incidents.tsx'), 'IncidentsPage'),
})

const incident = createRoute({
  getParentRoute: () => framed,
  path: '/incidents/$id',
  component: lazyRouteComponent(() => import('./incident.tsx'), 'IncidentPage'),
})

/** The former URLs of the list and of a single alert, which links in old messages use; they redirect to incidents. */
const events = createRoute({
  getParentRoute: () => framed,
  path: '/events',
  validateSearch: (search) => pickSearchParameters(search, listSearch),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/incidents', search, replace: true })
  },
})

const alert = createRoute({
  getParentRoute: () => framed,
  path: '/events/$id',
  component: lazyRouteComponent(() => import('./incident-of-alert.tsx'), 'IncidentOfAlert'),
})

export const incidentsRoutes = [incidents, incident, events, alert] as const
