import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const audit = createRoute({
  getParentRoute: () => framed,
  path: '/audit',
  validateSearch: (search) => pickSearchParameters(search, ['account', 'query', 'actor', 'range', 'page', 'entry']),
  component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditPage'),
})

export const auditRoutes = [audit] as const
