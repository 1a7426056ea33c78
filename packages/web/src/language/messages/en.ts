import { accounts } from './en/accounts.ts'
import { administration } from './en/administration.ts'
import { alertRules } from './en/alert-rules.ts'
import { apiKeys } from './en/api-keys.ts'
import { app } from './en/app.ts'
import { audit } from './en/audit.ts'
import { authentication } from './en/authentication.ts'
import { checksAndHistory } from './en/checks-and-history.ts'
import { contacts } from './en/contacts.ts'
import { corrections } from './en/corrections.ts'
import { dashboard } from './en/dashboard.ts'
import { diagnostics } from './en/diagnostics.ts'
import { errorTypes } from './en/error-types.ts'
import { escalations } from './en/escalations.ts'
import { groups } from './en/groups.ts'
import { heartbeats } from './en/heartbeats.ts'
import { incidents } from './en/incidents.ts'
import { maintenance } from './en/maintenance.ts'
import { notifications } from './en/notifications.ts'
import { onboarding } from './en/onboarding.ts'
import { packages } from './en/packages.ts'
import { people } from './en/people.ts'
import { sensors } from './en/sensors.ts'
import { services } from './en/services.ts'
import { templates } from './en/templates.ts'
import { whatIf } from './en/what-if.ts'

/** What the app says, in ICU message format. The other languages have the same keys; a test compares and reads them all. */
export const en = {
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
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>
