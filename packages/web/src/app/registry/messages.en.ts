// Made from the folders of features by `npm run generate`; do not change it by hand.
import { accounts } from '../../features/accounts/messages.en.ts'
import { administration } from '../../features/administration/messages.en.ts'
import { alertRules } from '../../features/alert-rules/messages.en.ts'
import { apiKeys } from '../../features/api-keys/messages.en.ts'
import { applications } from '../../features/applications/messages.en.ts'
import { audit } from '../../features/audit/messages.en.ts'
import { authentication } from '../../features/authentication/messages.en.ts'
import { branding } from '../../features/branding/messages.en.ts'
import { checksAndHistory } from '../../features/checks-and-history/messages.en.ts'
import { contacts } from '../../features/contacts/messages.en.ts'
import { corrections } from '../../features/corrections/messages.en.ts'
import { dashboard } from '../../features/dashboard/messages.en.ts'
import { diagnostics } from '../../features/diagnostics/messages.en.ts'
import { errorBudgets } from '../../features/error-budgets/messages.en.ts'
import { errorTypes } from '../../features/error-types/messages.en.ts'
import { escalations } from '../../features/escalations/messages.en.ts'
import { expiries } from '../../features/expiries/messages.en.ts'
import { groups } from '../../features/groups/messages.en.ts'
import { heartbeats } from '../../features/heartbeats/messages.en.ts'
import { incidents } from '../../features/incidents/messages.en.ts'
import { maintenance } from '../../features/maintenance/messages.en.ts'
import { notifications } from '../../features/notifications/messages.en.ts'
import { onboarding } from '../../features/onboarding/messages.en.ts'
import { openIncidents } from '../../features/open-incidents/messages.en.ts'
import { packages } from '../../features/packages/messages.en.ts'
import { people } from '../../features/people/messages.en.ts'
import { reports } from '../../features/reports/messages.en.ts'
import { sensors } from '../../features/sensors/messages.en.ts'
import { servicePage } from '../../features/service-page/messages.en.ts'
import { services } from '../../features/services/messages.en.ts'
import { singleSignOn } from '../../features/single-sign-on/messages.en.ts'
import { statusPages } from '../../features/status-pages/messages.en.ts'
import { templates } from '../../features/templates/messages.en.ts'
import { whatIf } from '../../features/what-if/messages.en.ts'
import { app } from '../i18n/messages.en.ts'

/** The texts of the app, in ICU message format. The other languages have the same keys; a test compares and reads them all. */
export const en = {
  ...app,
  ...accounts,
  ...administration,
  ...alertRules,
  ...apiKeys,
  ...applications,
  ...audit,
  ...authentication,
  ...branding,
  ...checksAndHistory,
  ...contacts,
  ...corrections,
  ...dashboard,
  ...diagnostics,
  ...errorBudgets,
  ...errorTypes,
  ...escalations,
  ...expiries,
  ...groups,
  ...heartbeats,
  ...incidents,
  ...maintenance,
  ...notifications,
  ...onboarding,
  ...openIncidents,
  ...packages,
  ...people,
  ...reports,
  ...sensors,
  ...servicePage,
  ...services,
  ...singleSignOn,
  ...statusPages,
  ...templates,
  ...whatIf,
  'passkeys.signIn': 'Sign in with a passkey',
  'passkeys.use': 'Use a passkey',
  'passkeys.cancelled': 'The passkey was not used: you cancelled, or it took too long. Try again.',
  'passkeys.alreadyThere': 'This device already has a passkey for your account.',
  'passkeys.wrongAddress': 'Passkeys work only at the main address of this installation.',
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>
