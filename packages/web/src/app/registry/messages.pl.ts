import { accounts } from '../../language/messages/pl/accounts.ts'
import { administration } from '../../language/messages/pl/administration.ts'
import { alertRules } from '../../language/messages/pl/alert-rules.ts'
import { apiKeys } from '../../language/messages/pl/api-keys.ts'
import { audit } from '../../language/messages/pl/audit.ts'
import { authentication } from '../../language/messages/pl/authentication.ts'
import { checksAndHistory } from '../../language/messages/pl/checks-and-history.ts'
import { contacts } from '../../language/messages/pl/contacts.ts'
import { corrections } from '../../language/messages/pl/corrections.ts'
import { dashboard } from '../../language/messages/pl/dashboard.ts'
import { diagnostics } from '../../language/messages/pl/diagnostics.ts'
import { errorTypes } from '../../language/messages/pl/error-types.ts'
import { escalations } from '../../language/messages/pl/escalations.ts'
import { groups } from '../../language/messages/pl/groups.ts'
import { heartbeats } from '../../language/messages/pl/heartbeats.ts'
import { incidents } from '../../language/messages/pl/incidents.ts'
import { maintenance } from '../../language/messages/pl/maintenance.ts'
import { notifications } from '../../language/messages/pl/notifications.ts'
import { onboarding } from '../../language/messages/pl/onboarding.ts'
import { packages } from '../../language/messages/pl/packages.ts'
import { people } from '../../language/messages/pl/people.ts'
import { sensors } from '../../language/messages/pl/sensors.ts'
import { services } from '../../language/messages/pl/services.ts'
import { templates } from '../../language/messages/pl/templates.ts'
import { whatIf } from '../../language/messages/pl/what-if.ts'
import { app } from '../i18n/messages.pl.ts'
import type { Messages } from './messages.en.ts'

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
