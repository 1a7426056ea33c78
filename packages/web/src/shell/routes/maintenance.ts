import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from './parents.ts'
import { known } from './search.ts'

const maintenance = createRoute({
  getParentRoute: () => framed,
  path: '/maintenance',
  validateSearch: (search) => known(search, ['week', 'view', 'whom']),
  component: lazyRouteComponent(() => import('../../screens/maintenance/maintenance.tsx'), 'Maintenance'),
})

export const maintenanceRoutes = [maintenance] as const
