import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const rules = createRoute({
  getParentRoute: () => framed,
  path: '/events/rules',
  validateSearch: (search) => pickSearchParameters(search, ['sort']),
  component: lazyRouteComponent(() => import('./rules.tsx'), 'RulesPage'),
})

/** `$id` is the id of a rule, or `new`. */
const rule = createRoute({
  getParentRoute: () => framed,
  path: '/events/rules/$id',
  component: lazyRouteComponent(() => import('./rule.tsx'), 'RulePage'),
})

export const alertRulesRoutes = [rules, rule] as const
