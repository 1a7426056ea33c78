import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const keywords = ['certificates', 'domains', 'ssl', 'tls', 'certyfikaty', 'domeny']

const expiries = createRoute({
  getParentRoute: () => framed,
  path: '/expiries',
  validateSearch: (search) => pickSearchParameters(search, ['query', 'kind', 'sort']),
  staticData: { place: { name: 'expiries.nav', icon: 'certificate', keywords } },
  component: lazyRouteComponent(() => import('./expiries.tsx'), 'ExpiriesPage'),
})

export const expiriesRoutes = [expiries] as const
