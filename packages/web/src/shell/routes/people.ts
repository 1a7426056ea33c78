import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from './parents.ts'
import { known } from './search.ts'

const people = createRoute({
  getParentRoute: () => framed,
  path: '/contacts',
  validateSearch: (search) => known(search, ['tab']),
  component: lazyRouteComponent(() => import('../../screens/contacts/people.tsx'), 'PeoplePage'),
})
const contact = createRoute({
  getParentRoute: () => framed,
  path: '/contacts/$id',
  component: lazyRouteComponent(() => import('../../screens/contacts/contact.tsx'), 'ContactPage'),
})
const ladders = createRoute({
  getParentRoute: () => framed,
  path: '/escalations',
  component: lazyRouteComponent(() => import('../../screens/escalations/ladders.tsx'), 'LaddersPage'),
})
const ladder = createRoute({
  getParentRoute: () => framed,
  path: '/escalations/$id',
  component: lazyRouteComponent(() => import('../../screens/escalations/ladder.tsx'), 'LadderPage'),
})
const template = createRoute({
  getParentRoute: () => framed,
  path: '/templates/$id',
  validateSearch: (search) => known(search, ['channel', 'language']),
  component: lazyRouteComponent(() => import('../../screens/templates/template.tsx'), 'TemplatePage'),
})

export const peopleRoutes = [people, contact, ladders, ladder, template] as const
