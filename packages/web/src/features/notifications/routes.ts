import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const messages = createRoute({
  getParentRoute: () => framed,
  path: '/messages',
  validateSearch: (search) =>
    pickSearchParameters(search, ['style', 'status', 'channel', 'contact', 'range', 'message', 'page']),
  component: lazyRouteComponent(() => import('./notifications.tsx'), 'NotificationsPage'),
})

export const notificationsRoutes = [messages] as const
