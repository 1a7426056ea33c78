import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const maintenance = createRoute({
  getParentRoute: () => framed,
  path: '/maintenance',
  validateSearch: (search) => pickSearchParameters(search, ['new', 'week', 'view', 'whom', 'query', 'sort']),
  component: lazyRouteComponent(() => import('./maintenance.tsx'), 'Maintenance'),
})

export const maintenanceRoutes = [maintenance] as const
