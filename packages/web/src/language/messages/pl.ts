import type { Messages } from './en.ts'
import { accounts } from './pl/accounts.ts'
import { administration } from './pl/administration.ts'
import { alertRules } from './pl/alert-rules.ts'
import { apiKeys } from './pl/api-keys.ts'
import { app } from './pl/app.ts'
import { audit } from './pl/audit.ts'
import { authentication } from './pl/authentication.ts'
import { checksAndHistory } from './pl/checks-and-history.ts'
import { contacts } from './pl/contacts.ts'
import { corrections } from './pl/corrections.ts'
import { dashboard } from './pl/dashboard.ts'
import { diagnostics } from './pl/diagnostics.ts'
import { errorTypes } from './pl/error-types.ts'
import { escalations } from './pl/escalations.ts'
import { groups } from './pl/groups.ts'
import { heartbeats } from './pl/heartbeats.ts'
import { incidents } from './pl/incidents.ts'
import { maintenance } from './pl/maintenance.ts'
import { notifications } from './pl/notifications.ts'
import { onboarding } from './pl/onboarding.ts'
import { packages } from './pl/packages.ts'
import { people } from './pl/people.ts'
import { sensors } from './pl/sensors.ts'
import { services } from './pl/services.ts'
import { templates } from './pl/templates.ts'
import { whatIf } from './pl/what-if.ts'

export const pl: Messages = {
  ...app,
  ...accounts,
  ...administration,
  ...alertRules,
  ...apiKeys,
  ...audit,
  ...authentication,
  ...checksAndHistory,
  ...contacts,
  ...corrections,
  ...dashboard,
  ...diagnostics,
  ...errorTypes,
  ...escalations,
  ...groups,
  ...heartbeats,
  ...incidents,
  ...maintenance,
  ...notifications,
  ...onboarding,
  ...packages,
  ...people,
  ...sensors,
  ...services,
  ...templates,
  ...whatIf,
}
