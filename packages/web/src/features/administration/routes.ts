import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const administration = createRoute({
  getParentRoute: () => framed,
  path: '/administration',
  validateSearch: (search) => pickSearchParameters(search, ['tab', 'query', 'state', 'sort', 'month', 'page']),
  component: lazyRouteComponent(() => import('./administration.tsx'), 'AdministrationPage'),
})

const account = createRoute({
  getParentRoute: () => framed,
  path: '/administration/accounts/$id',
  component: lazyRouteComponent(() => import('./account.tsx'), 'ManagedAccountPage'),
})

export const administrationRoutes = [administration, account] as const
