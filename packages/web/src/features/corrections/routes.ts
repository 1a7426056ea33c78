import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const corrections = createRoute({
  getParentRoute: () => framed,
  path: '/corrections',
  validateSearch: (search) => pickSearchParameters(search, ['service', 'range', 'page']),
  component: lazyRouteComponent(() => import('./corrections.tsx'), 'Corrections'),
})

export const correctionsRoutes = [corrections] as const
