import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { known } from '../../app/routing/search.ts'

const errors = createRoute({
  getParentRoute: () => framed,
  path: '/errors',
  validateSearch: (search) => known(search, ['query', 'category']),
  component: lazyRouteComponent(() => import('../../screens/errors/errors.tsx'), 'ErrorsPage'),
})

/** Where a failed check leads to: `/errors/401`. */
const error = createRoute({
  getParentRoute: () => framed,
  path: '/errors/$id',
  component: lazyRouteComponent(() => import('../../screens/errors/error.tsx'), 'ErrorPage'),
})

export const errorTypesRoutes = [errors, error] as const
