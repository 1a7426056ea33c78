import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { known } from '../../app/routing/search.ts'

const statusPages = createRoute({
  getParentRoute: () => framed,
  path: '/status-pages',
  validateSearch: (search) => known(search, ['sort']),
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
  validateSearch: (search) => known(search, ['tab', 'query', 'state', 'channel', 'page']),
  component: lazyRouteComponent(() => import('./status-page.tsx'), 'StatusPageScreen'),
})

const post = createRoute({
  getParentRoute: () => framed,
  path: '/status-pages/$id/posts/$post',
  validateSearch: (search) => known(search, ['kind']),
  component: lazyRouteComponent(() => import('./post-page.tsx'), 'StatusPagePostScreen'),
})

export const statusPagesRoutes = [statusPages, statusPage, post] as const
