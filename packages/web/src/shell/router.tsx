import { createRouter } from '@tanstack/react-router'
import { Failed } from './failed.tsx'
import { Pending } from './pending.tsx'
import { accountsRoutes } from './routes/accounts.ts'
import { administrationRoutes } from './routes/administration.ts'
import { alertRulesRoutes } from './routes/alert-rules.ts'
import { auditRoutes } from './routes/audit.ts'
import { authenticationRoutes } from './routes/authentication.ts'
import { correctionsRoutes } from './routes/corrections.ts'
import { dashboardRoutes, wall } from './routes/dashboard.ts'
import { diagnosticsRoutes } from './routes/diagnostics.ts'
import { errorTypesRoutes } from './routes/error-types.ts'
import { escalationsRoutes } from './routes/escalations.ts'
import { incidentsRoutes } from './routes/incidents.ts'
import { maintenanceRoutes } from './routes/maintenance.ts'
import { notificationsRoutes } from './routes/notifications.ts'
import { onboardingRoutes } from './routes/onboarding.ts'
import { packagesRoutes } from './routes/packages.ts'
import { framed, inside, root } from './routes/parents.ts'
import { peopleRoutes } from './routes/people.ts'
import { sensorsRoutes } from './routes/sensors.ts'
import { servicesRoutes } from './routes/services.ts'
import { templatesRoutes } from './routes/templates.ts'

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
