import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const statusPages = createRoute({
  getParentRoute: () => framed,
  path: '/status-pages',
  validateSearch: (search) => pickSearchParameters(search, ['sort']),
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
  validateSearch: (search) => pickSearchParameters(search, ['tab', 'query', 'state', 'channel', 'page']),
  component: lazyRouteComponent(() => import('./status-page.tsx'), 'StatusPageScreen'),
})

const post = createRoute({
  getParentRoute: () => framed,
  path: '/status-pages/$id/posts/$post',
  validateSearch: (search) => pickSearchParameters(search, ['kind']),
  component: lazyRouteComponent(() => import('./post-page.tsx'), 'StatusPagePostScreen'),
})

export const statusPagesRoutes = [statusPages, statusPage, post] as const
