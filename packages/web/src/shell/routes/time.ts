import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from './parents.ts'
import { known } from './search.ts'

const maintenance = createRoute({
  getParentRoute: () => framed,
  path: '/maintenance',
  validateSearch: (search) => known(search, ['week', 'view', 'whom']),
  component: lazyRouteComponent(() => import('../../screens/maintenance/maintenance.tsx'), 'Maintenance'),
})
const corrections = createRoute({
  getParentRoute: () => framed,
  path: '/corrections',
  validateSearch: (search) => known(search, ['service', 'range']),
  component: lazyRouteComponent(() => import('../../screens/corrections/corrections.tsx'), 'Corrections'),
})
const diagnostics = createRoute({
  getParentRoute: () => framed,
  path: '/diagnostics',
  component: lazyRouteComponent(() => import('../../screens/diagnostics/diagnostics.tsx'), 'Diagnostics'),
})

export const timeRoutes = [maintenance, corrections, diagnostics] as const
