import { createRouter } from '@tanstack/react-router'
import { accountsRoutes } from '../../shell/routes/accounts.ts'
import { administrationRoutes } from '../../shell/routes/administration.ts'
import { alertRulesRoutes } from '../../shell/routes/alert-rules.ts'
import { auditRoutes } from '../../shell/routes/audit.ts'
import { authenticationRoutes } from '../../shell/routes/authentication.ts'
import { correctionsRoutes } from '../../shell/routes/corrections.ts'
import { dashboardRoutes, wall } from '../../shell/routes/dashboard.ts'
import { diagnosticsRoutes } from '../../shell/routes/diagnostics.ts'
import { errorTypesRoutes } from '../../shell/routes/error-types.ts'
import { escalationsRoutes } from '../../shell/routes/escalations.ts'
import { incidentsRoutes } from '../../shell/routes/incidents.ts'
import { maintenanceRoutes } from '../../shell/routes/maintenance.ts'
import { notificationsRoutes } from '../../shell/routes/notifications.ts'
import { onboardingRoutes } from '../../shell/routes/onboarding.ts'
import { packagesRoutes } from '../../shell/routes/packages.ts'
import { peopleRoutes } from '../../shell/routes/people.ts'
import { sensorsRoutes } from '../../shell/routes/sensors.ts'
import { servicesRoutes } from '../../shell/routes/services.ts'
import { templatesRoutes } from '../../shell/routes/templates.ts'
import { Failed } from '../shell/failed.tsx'
import { Pending } from '../shell/pending.tsx'
import { framed, inside, root } from './parents.ts'

const routeTree = root.addChildren([
  ...authenticationRoutes,
  inside.addChildren([
    wall,
    framed.addChildren([
      ...dashboardRoutes,
      ...servicesRoutes,
      ...onboardingRoutes,
      ...sensorsRoutes,
      ...diagnosticsRoutes,
      ...incidentsRoutes,
      ...alertRulesRoutes,
      ...notificationsRoutes,
      ...peopleRoutes,
      ...escalationsRoutes,
      ...templatesRoutes,
      ...maintenanceRoutes,
      ...correctionsRoutes,
      ...errorTypesRoutes,
      ...accountsRoutes,
      ...auditRoutes,
      ...administrationRoutes,
      ...packagesRoutes,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: Pending,
  defaultErrorComponent: Failed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
