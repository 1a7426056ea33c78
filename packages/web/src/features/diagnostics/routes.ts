import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickKnown } from '../../app/routing/search.ts'

const diagnostics = createRoute({
  getParentRoute: () => framed,
  path: '/diagnostics',
  validateSearch: (search) => pickKnown(search, ['incident', 'results'] as const),
  component: lazyRouteComponent(() => import('./diagnostics.tsx'), 'Diagnostics'),
})

export const diagnosticsRoutes = [diagnostics] as const
