import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickKnown } from '../../app/routing/search.ts'

const corrections = createRoute({
  getParentRoute: () => framed,
  path: '/corrections',
  validateSearch: (search) => pickKnown(search, ['service', 'range', 'page']),
  component: lazyRouteComponent(() => import('./corrections.tsx'), 'Corrections'),
})

export const correctionsRoutes = [corrections] as const
