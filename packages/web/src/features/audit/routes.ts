import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickKnown } from '../../app/routing/search.ts'

const audit = createRoute({
  getParentRoute: () => framed,
  path: '/audit',
  validateSearch: (search) => pickKnown(search, ['account', 'query', 'actor', 'range', 'page', 'entry']),
  component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditPage'),
})

export const auditRoutes = [audit] as const
