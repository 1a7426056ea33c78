import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const people = createRoute({
  getParentRoute: () => framed,
  path: '/contacts',
  validateSearch: (search) =>
    pickSearchParameters(search, ['tab', 'new', 'query', 'rule', 'sort', 'usual_sort', 'page', 'rule_page']),
  component: lazyRouteComponent(() => import('./people.tsx'), 'PeoplePage'),
})

const contact = createRoute({
  getParentRoute: () => framed,
  path: '/contacts/$id',
  component: lazyRouteComponent(() => import('./contact.tsx'), 'ContactPage'),
})

export const peopleRoutes = [people, contact] as const
