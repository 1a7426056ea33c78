import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const start = createRoute({
  getParentRoute: () => root,
  path: '/sso',
  validateSearch: (search) => pickSearchParameters(search, ['to']),
  component: lazyRouteComponent(() => import('./start.tsx'), 'SsoStart'),
})

/** The page to which the API sends the browser back from the identity provider. */
const finish = createRoute({
  getParentRoute: () => root,
  path: '/sso/finish',
  component: lazyRouteComponent(() => import('./finish.tsx'), 'SsoFinish'),
})

/** The link of a connection, for tiles and bookmarks. */
const direct = createRoute({
  getParentRoute: () => root,
  path: '/sso/$slug',
  component: lazyRouteComponent(() => import('./direct.tsx'), 'SsoDirect'),
})

export const singleSignOnRootRoutes = [start, finish, direct] as const
