import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const sensors = createRoute({
  getParentRoute: () => framed,
  path: '/sensors',
  validateSearch: (search) => pickSearchParameters(search, ['sort', 'sensor']),
  component: lazyRouteComponent(() => import('./sensors.tsx'), 'SensorsPage'),
})

export const sensorsRoutes = [sensors] as const
