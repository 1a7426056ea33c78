import type { AnyCommand } from '../frame/command.ts'
import type { Words } from '../frame/words.ts'
import { ack } from './ack.ts'
import { applyCommand } from './apply.ts'
import { checkNow } from './check-now.ts'
import { correct } from './correct.ts'
import { dig } from './dig.ts'
import { exportCommand } from './export.ts'
import { heartbeatCommands } from './heartbeat.ts'
import { importCommands } from './import.ts'
import { keyCommands } from './keys.ts'
import { list } from './list.ts'
import { logsCommand } from './logs.ts'
import { pauseCommand, resume } from './pause.ts'
import { show } from './show.ts'
import { signInCommand } from './sign-in.ts'
import { signOutCommand } from './sign-out.ts'
import { traceroute } from './traceroute.ts'
import { twoFactor } from './two-factor.ts'
import { watch } from './watch.ts'
import { whoami } from './whoami.ts'

/** What customers of an installation do. A new command is one file and one line here. */
export const customerCommands: readonly AnyCommand[] = [
  signInCommand,
  signOutCommand,
  whoami,
  ...keyCommands,
  twoFactor,
  list,
  show,
  applyCommand,
  exportCommand,
  ...importCommands,
  watch,
  logsCommand,
  checkNow,
  ...heartbeatCommands,
  dig,
  traceroute,
  ack,
  correct,
  pauseCommand,
  resume,
]

/** What the words are for under which several commands stand. */
export const customerGroups: Readonly<Record<string, Words>> = {
  check: { en: 'run checks on demand', pl: 'sprawdź usługi na żądanie' },
  heartbeat: { en: 'monitor jobs that report by themselves', pl: 'monitoruj zadania, które same się zgłaszają' },
  keys: { en: 'manage API keys', pl: 'zarządzaj kluczami API' },
  import: { en: 'import from another monitoring system', pl: 'importuj konfigurację z innego systemu' },
}
