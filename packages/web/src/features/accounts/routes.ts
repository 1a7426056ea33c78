import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickKnown } from '../../app/routing/search.ts'

const account = createRoute({
  getParentRoute: () => framed,
  path: '/account',
  validateSearch: (search) => pickKnown(search, ['tab', 'new', 'keys', 'page']),
  component: lazyRouteComponent(() => import('./account.tsx'), 'AccountPage'),
})

export const accountsRoutes = [account] as const
