import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickKnown } from '../../app/routing/search.ts'

const statusPages = createRoute({
  getParentRoute: () => framed,
  path: '/status-pages',
  validateSearch: (search) => pickKnown(search, ['sort']),
  staticData: {
    place: {
      name: 'statusPages.title',
      icon: 'display',
      keywords: ['public', 'statuspage', 'publiczna', 'komunikaty'],
    },
  },
  component: lazyRouteComponent(() => import('./status-pages.tsx'), 'StatusPagesScreen'),
})

const statusPage = createRoute({
  getParentRoute: () => framed,
  path: '/status-pages/$id',
  validateSearch: (search) => pickKnown(search, ['tab', 'query', 'state', 'channel', 'page']),
  component: lazyRouteComponent(() => import('./status-page.tsx'), 'StatusPageScreen'),
})

const post = createRoute({
  getParentRoute: () => framed,
  path: '/status-pages/$id/posts/$post',
  validateSearch: (search) => pickKnown(search, ['kind']),
  component: lazyRouteComponent(() => import('./post-page.tsx'), 'StatusPagePostScreen'),
})

export const statusPagesRoutes = [statusPages, statusPage, post] as const
