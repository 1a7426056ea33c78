import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickKnown } from '../../app/routing/search.ts'

const maintenance = createRoute({
  getParentRoute: () => framed,
  path: '/maintenance',
  validateSearch: (search) => pickKnown(search, ['new', 'week', 'view', 'whom', 'query', 'sort']),
  component: lazyRouteComponent(() => import('./maintenance.tsx'), 'Maintenance'),
})

export const maintenanceRoutes = [maintenance] as const
