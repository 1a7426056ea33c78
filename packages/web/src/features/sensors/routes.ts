import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'

const sensors = createRoute({
  getParentRoute: () => framed,
  path: '/sensors',
  component: lazyRouteComponent(() => import('./sensors.tsx'), 'SensorsPage'),
})

export const sensorsRoutes = [sensors] as const
