// Made from the folders of features by `npm run generate`; do not change it by hand.
import { accounts } from '../../features/accounts/messages.pl.ts'
import { administration } from '../../features/administration/messages.pl.ts'
import { alertRules } from '../../features/alert-rules/messages.pl.ts'
import { apiKeys } from '../../features/api-keys/messages.pl.ts'
import { applications } from '../../features/applications/messages.pl.ts'
import { audit } from '../../features/audit/messages.pl.ts'
import { authentication } from '../../features/authentication/messages.pl.ts'
import { branding } from '../../features/branding/messages.pl.ts'
import { checksAndHistory } from '../../features/checks-and-history/messages.pl.ts'
import { contacts } from '../../features/contacts/messages.pl.ts'
import { corrections } from '../../features/corrections/messages.pl.ts'
import { dashboard } from '../../features/dashboard/messages.pl.ts'
import { diagnostics } from '../../features/diagnostics/messages.pl.ts'
import { errorBudgets } from '../../features/error-budgets/messages.pl.ts'
import { errorTypes } from '../../features/error-types/messages.pl.ts'
import { escalations } from '../../features/escalations/messages.pl.ts'
import { expiries } from '../../features/expiries/messages.pl.ts'
import { groups } from '../../features/groups/messages.pl.ts'
import { heartbeats } from '../../features/heartbeats/messages.pl.ts'
import { incidents } from '../../features/incidents/messages.pl.ts'
import { maintenance } from '../../features/maintenance/messages.pl.ts'
import { notifications } from '../../features/notifications/messages.pl.ts'
import { onboarding } from '../../features/onboarding/messages.pl.ts'
import { openIncidents } from '../../features/open-incidents/messages.pl.ts'
import { packages } from '../../features/packages/messages.pl.ts'
import { people } from '../../features/people/messages.pl.ts'
import { reports } from '../../features/reports/messages.pl.ts'
import { sensors } from '../../features/sensors/messages.pl.ts'
import { servicePage } from '../../features/service-page/messages.pl.ts'
import { services } from '../../features/services/messages.pl.ts'
import { singleSignOn } from '../../features/single-sign-on/messages.pl.ts'
import { statusPages } from '../../features/status-pages/messages.pl.ts'
import { templates } from '../../features/templates/messages.pl.ts'
import { whatIf } from '../../features/what-if/messages.pl.ts'
import { app } from '../i18n/messages.pl.ts'
import type { Messages } from './messages.en.ts'

export const pl: Messages = {
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
  'passkeys.signIn': 'Zaloguj się kluczem dostępu',
  'passkeys.use': 'Użyj klucza dostępu',
  'passkeys.cancelled': 'Nie użyto klucza dostępu: anulowano albo minął czas. Spróbuj ponownie.',
  'passkeys.alreadyThere': 'To urządzenie ma już klucz dostępu do Twojego konta.',
  'passkeys.wrongAddress': 'Klucze dostępu działają tylko pod głównym adresem tej instalacji.',
}
