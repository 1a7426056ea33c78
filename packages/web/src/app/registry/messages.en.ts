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
  ...templates,
  ...whatIf,
  'security.advice': 'What to improve',
  'security.complete': 'Nothing is missing: a lost device does not lock you out, and a stolen password lets nobody in.',
  'security.cloned': 'The passkey “{name}” may have been copied. Revoke it and add a new one.',
  'security.passwordOnly':
    'Only a password protects your account. Add a passkey, so that a stolen password is not enough.',
  'security.codesOnly': 'One-time codes can be phished. Add a passkey: it works only at the right address.',
  'security.onePasskey': 'You have one passkey: add another so that a lost phone does not lock you out.',
  'security.noCodes': 'You have no recovery codes left. Create new ones.',
  'security.fewCodes':
    'You have {count, plural, one {# recovery code} other {# recovery codes}} left. Create new ones.',
  'security.staleKeys':
    '{count, plural, one {# API key has} other {# API keys have}} not been used for 90 days. Revoke what you no longer need.',
  'security.apiKeys':
    '{count, plural, =0 {No active keys.} one {# active key acts for you.} other {# active keys act for you.}}',
  'security.manageKeys': 'Manage API keys',
  'security.codesLeft':
    '{count, plural, one {# code is} other {# codes are}} left. Each lets you sign in once without your phone. New codes replace all earlier ones.',
  'security.renewCodes': 'Create new codes',
  'security.requirement': 'Required passkeys',
  'security.requirementText':
    'Whoever must have a passkey and has none can sign in only to add one. Codes of an authenticator app no longer replace it; recovery codes do.',
  'security.requiredOf': 'Roles that need a passkey',
  'security.owner': 'Owner',
  'security.requirementSaved': 'Requirement saved.',
  'security.setupTitle': 'One more step',
  'security.passkeyMissing': 'This account requires a passkey. Add one to continue.',
  'security.factorMissing':
    'This account requires a second factor. Add a passkey, or set up an authenticator app below.',
  'passkeys.title': 'Passkeys',
  'passkeys.text':
    'Sign in with your fingerprint, face, PIN or security key. A passkey replaces password and code, and cannot be phished.',
  'passkeys.none': 'No passkeys yet.',
  'passkeys.unsupported': 'This browser cannot use passkeys here. They need HTTPS and a current browser.',
  'passkeys.add': 'Add passkey',
  'passkeys.addText':
    'Give it a name that tells you where it is kept. Your browser then asks for your fingerprint, PIN or security key.',
  'passkeys.added': 'Passkey added.',
  'passkeys.codesText': 'Passkey added. From now on, your password alone is no longer enough to sign in.',
  'passkeys.name': 'Name',
  'passkeys.nameHint': 'For example: work laptop, phone.',
  'passkeys.synced': 'Synced',
  'passkeys.onDevice': 'On one device only',
  'passkeys.since': 'added {day}',
  'passkeys.used': 'last used {ago}',
  'passkeys.unused': 'never used',
  'passkeys.cloned': 'May have been copied ({day})',
  'passkeys.rename': 'Rename',
  'passkeys.renameNamed': 'Rename {name}',
  'passkeys.revoke': 'Revoke',
  'passkeys.revokeNamed': 'Revoke {name}',
  'passkeys.revokeAsk': 'Revoke “{name}”?',
  'passkeys.revokeMeans':
    'Nobody can sign in with it any more, and all other sessions end. Remove it from the device or password manager too.',
  'passkeys.revoked': 'Passkey revoked.',
  'passkeys.signIn': 'Sign in with a passkey',
  'passkeys.use': 'Use a passkey',
  'passkeys.cancelled': 'The passkey was not used: you cancelled, or it took too long. Try again.',
  'passkeys.alreadyThere': 'This device already has a passkey for your account.',
  'passkeys.wrongAddress': 'Passkeys work only at the main address of this installation.',
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>
