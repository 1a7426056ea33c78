import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const policies = createRoute({
  getParentRoute: () => framed,
  path: '/escalations',
  validateSearch: (search) => pickSearchParameters(search, ['query', 'page']),
  component: lazyRouteComponent(() => import('./policies.tsx'), 'PoliciesPage'),
})

const policy = createRoute({
  getParentRoute: () => framed,
  path: '/escalations/$id',
  validateSearch: (search) => pickSearchParameters(search, ['step']),
  component: lazyRouteComponent(() => import('./policy.tsx'), 'PolicyPage'),
})

export const escalationsRoutes = [policies, policy] as const
