import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

/** The OAuth 2 provider redirects browsers to this page when an application asks for access. */
const authorize = createRoute({
  getParentRoute: () => framed,
  path: '/authorize/$uid',
  component: lazyRouteComponent(() => import('./authorize.tsx'), 'Authorize'),
})

const device = createRoute({
  getParentRoute: () => framed,
  path: '/device',
  validateSearch: (search) => pickSearchParameters(search, ['user_code']),
  component: lazyRouteComponent(() => import('./device.tsx'), 'ConnectDevice'),
})

export const applicationsRoutes = [authorize, device] as const
