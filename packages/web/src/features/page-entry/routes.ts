import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'

/** Status pages with the visibility `users` send browsers to this route to sign in. */
const pageEntry = createRoute({
  getParentRoute: () => framed,
  path: '/status-page/$slug',
  component: lazyRouteComponent(() => import('./page-entry.tsx'), 'PageEntry'),
})

export const pageEntryRoutes = [pageEntry] as const
