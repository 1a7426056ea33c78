import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const errors = createRoute({
  getParentRoute: () => framed,
  path: '/errors',
  validateSearch: (search) => pickSearchParameters(search, ['query', 'category', 'sort']),
  component: lazyRouteComponent(() => import('./errors.tsx'), 'ErrorsPage'),
})

/** The page that a failed check links to: `/errors/401`. */
const error = createRoute({
  getParentRoute: () => framed,
  path: '/errors/$id',
  component: lazyRouteComponent(() => import('./error.tsx'), 'ErrorPage'),
})

export const errorTypesRoutes = [errors, error] as const
