import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from './parents.ts'
import { known } from './search.ts'

const account = createRoute({
  getParentRoute: () => framed,
  path: '/account',
  validateSearch: (search) => known(search, ['tab']),
  component: lazyRouteComponent(() => import('../../screens/account/account.tsx'), 'AccountPage'),
})
const sensors = createRoute({
  getParentRoute: () => framed,
  path: '/sensors',
  component: lazyRouteComponent(() => import('../../screens/sensors/sensors.tsx'), 'SensorsPage'),
})

const audit = createRoute({
  getParentRoute: () => framed,
  path: '/audit',
  validateSearch: (search) => known(search, ['account', 'query', 'actor', 'range']),
  component: lazyRouteComponent(() => import('../../screens/audit/audit.tsx'), 'AuditPage'),
})

export const accountRoutes = [account, sensors, audit] as const
