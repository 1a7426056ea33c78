import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const template = createRoute({
  getParentRoute: () => framed,
  path: '/templates/$id',
  validateSearch: (search) => pickSearchParameters(search, ['channel', 'language']),
  component: lazyRouteComponent(() => import('./template.tsx'), 'TemplatePage'),
})

export const templatesRoutes = [template] as const
