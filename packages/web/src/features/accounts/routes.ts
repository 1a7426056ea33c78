import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const account = createRoute({
  getParentRoute: () => framed,
  path: '/account',
  validateSearch: (search) => pickSearchParameters(search, ['tab', 'new', 'keys', 'page']),
  component: lazyRouteComponent(() => import('./account.tsx'), 'AccountPage'),
})

export const accountsRoutes = [account] as const
