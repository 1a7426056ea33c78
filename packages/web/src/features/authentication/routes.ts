import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search) => pickSearchParameters(search, ['to']),
  component: lazyRouteComponent(() => import('./sign-in.tsx'), 'SignIn'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('./register.tsx'), 'Register'),
})

const activate = createRoute({
  getParentRoute: () => root,
  path: '/activate',
  validateSearch: (search) => pickSearchParameters(search, ['token', 'account_id']),
  component: lazyRouteComponent(() => import('./activate.tsx'), 'Activate'),
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(() => import('./forgotten-password.tsx'), 'ForgottenPassword'),
})

/** The path that links in e-mails use. */
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset_password',
  validateSearch: (search) => pickSearchParameters(search, ['token', 'account_id']),
  component: lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPassword'),
})

export const authenticationRootRoutes = [signIn, register, activate, forgotten, reset] as const
