import { accounts } from '../../language/messages/en/accounts.ts'
import { administration } from '../../language/messages/en/administration.ts'
import { alertRules } from '../../language/messages/en/alert-rules.ts'
import { apiKeys } from '../../language/messages/en/api-keys.ts'
import { audit } from '../../language/messages/en/audit.ts'
import { authentication } from '../../language/messages/en/authentication.ts'
import { checksAndHistory } from '../../language/messages/en/checks-and-history.ts'
import { contacts } from '../../language/messages/en/contacts.ts'
import { corrections } from '../../language/messages/en/corrections.ts'
import { dashboard } from '../../language/messages/en/dashboard.ts'
import { diagnostics } from '../../language/messages/en/diagnostics.ts'
import { errorTypes } from '../../language/messages/en/error-types.ts'
import { escalations } from '../../language/messages/en/escalations.ts'
import { groups } from '../../language/messages/en/groups.ts'
import { heartbeats } from '../../language/messages/en/heartbeats.ts'
import { incidents } from '../../language/messages/en/incidents.ts'
import { maintenance } from '../../language/messages/en/maintenance.ts'
import { notifications } from '../../language/messages/en/notifications.ts'
import { onboarding } from '../../language/messages/en/onboarding.ts'
import { packages } from '../../language/messages/en/packages.ts'
import { people } from '../../language/messages/en/people.ts'
import { sensors } from '../../language/messages/en/sensors.ts'
import { services } from '../../language/messages/en/services.ts'
import { templates } from '../../language/messages/en/templates.ts'
import { whatIf } from '../../language/messages/en/what-if.ts'
import { app } from '../i18n/messages.en.ts'

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
