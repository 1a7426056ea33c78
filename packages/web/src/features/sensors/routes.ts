import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickKnown } from '../../app/routing/search.ts'

const sensors = createRoute({
  getParentRoute: () => framed,
  path: '/sensors',
  validateSearch: (search) => pickKnown(search, ['sort', 'sensor']),
  component: lazyRouteComponent(() => import('./sensors.tsx'), 'SensorsPage'),
})

export const sensorsRoutes = [sensors] as const
