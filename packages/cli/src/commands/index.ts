import type { AnyCommand } from '../frame/command.ts'
import type { LocalizedText } from '../frame/localized-text.ts'
import { applyCommand } from './apply.ts'
import { checkNowCommand } from './check-now.ts'
import { correctCommand } from './correct.ts'
import { digCommand } from './dig.ts'
import { exportCommand } from './export.ts'
import { heartbeatCommands } from './heartbeat.ts'
import { importCommands } from './import.ts'
import { ackCommand, incidentCommands } from './incidents.ts'
import { keyCommands } from './keys.ts'
import { listCommand } from './list.ts'
import { logsCommand } from './logs.ts'
import { mcpCommand } from './mcp.ts'
import { passkeyCommands } from './passkeys.ts'
import { pauseCommand, resumeCommand } from './pause.ts'
import { reportCommands } from './report.ts'
import { scenarioCommands } from './scenario.ts'
import { showCommand } from './show.ts'
import { signInCommand } from './sign-in.ts'
import { signOutCommand } from './sign-out.ts'
import { statusPageImportCommand } from './status-page-import.ts'
import { postCommands } from './status-page-posts.ts'
import { statusPagesCommands } from './status-pages.ts'
import { tracerouteCommand } from './traceroute.ts'
import { twoFactorCommand } from './two-factor.ts'
import { userCommands } from './users.ts'
import { verifyCustomerCommand } from './verify.ts'
import { watchCommand } from './watch.ts'
import { whoamiCommand } from './whoami.ts'

/** The commands for customers of an installation. A new command is one file and one line here. */
export const customerCommands: readonly AnyCommand[] = [
  signInCommand,
  signOutCommand,
  whoamiCommand,
  ...keyCommands,
  ...passkeyCommands,
  ...userCommands,
  twoFactorCommand,
  listCommand,
  showCommand,
  applyCommand,
  exportCommand,
  ...importCommands,
  ...scenarioCommands,
  watchCommand,
  logsCommand,
  checkNowCommand,
  ...heartbeatCommands,
  digCommand,
  tracerouteCommand,
  ...incidentCommands,
  ackCommand,
  ...reportCommands,
  ...statusPagesCommands,
  ...postCommands,
  statusPageImportCommand,
  correctCommand,
  pauseCommand,
  resumeCommand,
  verifyCustomerCommand,
  mcpCommand,
]

/** Descriptions of the command groups, such as `keys`. */
export const customerGroups: Readonly<Record<string, LocalizedText>> = {
  check: { en: 'run checks on demand', pl: 'sprawdź usługi na żądanie' },
  heartbeat: { en: 'monitor scheduled jobs', pl: 'monitoruj zadania cykliczne' },
  incidents: { en: 'list, show and acknowledge incidents', pl: 'przeglądaj i potwierdzaj incydenty' },
  keys: { en: 'manage API keys', pl: 'zarządzaj kluczami API' },
  passkeys: { en: 'manage your passkeys', pl: 'zarządzaj swoimi kluczami dostępu' },
  report: { en: 'create, download and manage reports', pl: 'twórz, pobieraj i usuwaj raporty' },
  scenario: {
    en: 'convert browser recordings to scenarios and back',
    pl: 'zamieniaj nagrania z przeglądarki na scenariusze i z powrotem',
  },
  'status-page': { en: 'write posts and import status pages', pl: 'pisz na stronach statusu i importuj je' },
  'status-page post': { en: 'write about incidents and maintenance', pl: 'pisz o incydentach i pracach serwisowych' },
  'status-pages': { en: 'list and show status pages', pl: 'przeglądaj strony statusu' },
  import: { en: 'import from another monitoring system', pl: 'importuj konfigurację z innego systemu' },
  users: { en: 'invite users and change their roles', pl: 'zapraszaj użytkowników i zmieniaj ich role' },
}
