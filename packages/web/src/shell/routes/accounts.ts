import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from './parents.ts'
import { known } from './search.ts'

const account = createRoute({
  getParentRoute: () => framed,
  path: '/account',
  validateSearch: (search) => known(search, ['tab']),
  component: lazyRouteComponent(() => import('../../screens/account/account.tsx'), 'AccountPage'),
})

export const accountsRoutes = [account] as const
