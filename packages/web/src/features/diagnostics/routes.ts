import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const diagnostics = createRoute({
  getParentRoute: () => framed,
  path: '/diagnostics',
  validateSearch: (search) => pickSearchParameters(search, ['incident', 'results'] as const),
  component: lazyRouteComponent(() => import('./diagnostics.tsx'), 'Diagnostics'),
})

export const diagnosticsRoutes = [diagnostics] as const
