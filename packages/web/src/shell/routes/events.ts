import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from './parents.ts'
import { known } from './search.ts'

const events = createRoute({
  getParentRoute: () => framed,
  path: '/events',
  validateSearch: (search) => known(search, ['state', 'kind', 'service', 'range']),
  component: lazyRouteComponent(() => import('../../screens/events/events.tsx'), 'EventsPage'),
})
const occurrence = createRoute({
  getParentRoute: () => framed,
  path: '/events/$id',
  component: lazyRouteComponent(() => import('../../screens/events/occurrence.tsx'), 'OccurrencePage'),
})
const rules = createRoute({
  getParentRoute: () => framed,
  path: '/events/rules',
  component: lazyRouteComponent(() => import('../../screens/events/rules.tsx'), 'RulesPage'),
})
/** The id of a rule, or `new`. */
const rule = createRoute({
  getParentRoute: () => framed,
  path: '/events/rules/$id',
  component: lazyRouteComponent(() => import('../../screens/events/rule.tsx'), 'RulePage'),
})
const messages = createRoute({
  getParentRoute: () => framed,
  path: '/messages',
  validateSearch: (search) => known(search, ['style', 'status', 'channel', 'contact', 'range', 'message']),
  component: lazyRouteComponent(() => import('../../screens/messages/messages.tsx'), 'MessagesPage'),
})

export const eventRoutes = [events, occurrence, rules, rule, messages] as const
