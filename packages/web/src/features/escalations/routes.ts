import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'

const ladders = createRoute({
  getParentRoute: () => framed,
  path: '/escalations',
  component: lazyRouteComponent(() => import('./ladders.tsx'), 'LaddersPage'),
})

const ladder = createRoute({
  getParentRoute: () => framed,
  path: '/escalations/$id',
  component: lazyRouteComponent(() => import('./ladder.tsx'), 'LadderPage'),
})

export const escalationsRoutes = [ladders, ladder] as const
