// Made from the folders of features by `npm run generate`; do not change it by hand.
import { accountsRoutes } from '../../features/accounts/routes.ts'
import { administrationRoutes } from '../../features/administration/routes.ts'
import { alertRulesRoutes } from '../../features/alert-rules/routes.ts'
import { applicationsRoutes } from '../../features/applications/routes.ts'
import { auditRoutes } from '../../features/audit/routes.ts'
import { authenticationRootRoutes } from '../../features/authentication/routes.ts'
import { correctionsRoutes } from '../../features/corrections/routes.ts'
import { dashboardInsideRoutes, dashboardRoutes } from '../../features/dashboard/routes.ts'
import { diagnosticsRoutes } from '../../features/diagnostics/routes.ts'
import { errorTypesRoutes } from '../../features/error-types/routes.ts'
import { escalationsRoutes } from '../../features/escalations/routes.ts'
import { expiriesRoutes } from '../../features/expiries/routes.ts'
import { incidentsRoutes } from '../../features/incidents/routes.ts'
import { maintenanceRoutes } from '../../features/maintenance/routes.ts'
import { notificationsRoutes } from '../../features/notifications/routes.ts'
import { onboardingRoutes } from '../../features/onboarding/routes.ts'
import { packagesRoutes } from '../../features/packages/routes.ts'
import { pageEntryRoutes } from '../../features/page-entry/routes.ts'
import { peopleRoutes } from '../../features/people/routes.ts'
import { reportsRoutes } from '../../features/reports/routes.ts'
import { sensorsRoutes } from '../../features/sensors/routes.ts'
import { servicePageRoutes } from '../../features/service-page/routes.ts'
import { servicesRoutes } from '../../features/services/routes.ts'
import { singleSignOnRootRoutes } from '../../features/single-sign-on/routes.ts'
import { statusPagesRoutes } from '../../features/status-pages/routes.ts'
import { templatesRoutes } from '../../features/templates/routes.ts'
import { framed, inside, root } from '../routing/parents.ts'

/** The screens of every feature. */
export const routeTree = root.addChildren([
  ...authenticationRootRoutes,
  ...singleSignOnRootRoutes,
  inside.addChildren([
    ...dashboardInsideRoutes,
    framed.addChildren([
      ...accountsRoutes,
      ...administrationRoutes,
      ...alertRulesRoutes,
      ...applicationsRoutes,
      ...auditRoutes,
      ...correctionsRoutes,
      ...dashboardRoutes,
      ...diagnosticsRoutes,
      ...errorTypesRoutes,
      ...escalationsRoutes,
      ...expiriesRoutes,
      ...incidentsRoutes,
      ...maintenanceRoutes,
      ...notificationsRoutes,
      ...onboardingRoutes,
      ...packagesRoutes,
      ...pageEntryRoutes,
      ...peopleRoutes,
      ...reportsRoutes,
      ...sensorsRoutes,
      ...servicePageRoutes,
      ...servicesRoutes,
      ...statusPagesRoutes,
      ...templatesRoutes,
    ]),
  ]),
])
