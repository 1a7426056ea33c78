import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { session } from '../session/session.ts'
import { Inside } from '../shell/inside.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { pickSearchParameters } from './search.ts'

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** The parent of all routes that need a session. */
export const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Inside,
  beforeLoad({ location }) {
    if (session.get().session === null) throw redirect({ to: '/sign-in', search: { to: location.href } })
  },
})

/** The parent of all routes with the navigation around them. */
export const framed = createRoute({
  getParentRoute: () => inside,
  id: 'framed',
  // The evidence of a check opens in front of any screen.
  validateSearch: (search: Record<string, unknown>) => pickSearchParameters(search, ['evidence', 'artifact']),
  component: lazyRouteComponent(() => import('../shell/frame.tsx'), 'Frame'),
})
