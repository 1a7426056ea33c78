import { type AnyCommand, customerCommands, customerGroups, explainError, type ProgramParts } from '@wachta/cli'
import { adminCreateCommand } from './commands/admin-create.ts'
import { adminDatabaseLoginsCommand } from './commands/admin-database-logins.ts'
import { adminKeys } from './commands/admin-keys.ts'
import { adminNatsAccountsCommand } from './commands/admin-nats-accounts.ts'
import { adminNatsKeysCommand } from './commands/admin-nats-keys.ts'
import { adminPackages } from './commands/admin-packages.ts'
import { adminReportKeyCommand } from './commands/admin-report-key.ts'
import { adminSensors } from './commands/admin-sensors.ts'
import { backupCommand } from './commands/backup.ts'
import { cellCommands } from './commands/cells.ts'
import { demoCommand } from './commands/demo.ts'
import { doctorCommand } from './commands/doctor.ts'
import { migrateCommand } from './commands/migrate.ts'
import { restoreCommand } from './commands/restore.ts'
import { roleCommands } from './commands/roles.ts'
import { serveCommand } from './commands/serve.ts'
import { setupInstallationCommand } from './commands/setup-installation.ts'
import { setupSecretsCommand } from './commands/setup-secrets.ts'
import { verifyCommand } from './commands/verify.ts'
import { explainOperatorError } from './explain-operator-error.ts'
import { version } from './version.ts'

/**
 * All commands of `wachta`, one per file. They import their dependencies when they run, because most need few of them.
 */
const commands: readonly AnyCommand[] = [
  // The operator's `verify` replaces that of the customers: it does the same and more.
  ...customerCommands.filter(({ path }) => path !== verifyCommand.path),
  serveCommand,
  demoCommand,
  migrateCommand,
  doctorCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  setupSecretsCommand,
  setupInstallationCommand,
  adminCreateCommand,
  adminDatabaseLoginsCommand,
  adminNatsAccountsCommand,
  adminNatsKeysCommand,
  adminReportKeyCommand,
  ...adminKeys,
  ...adminSensors,
  ...adminPackages,
  ...cellCommands,
  ...roleCommands,
]

/** The command `wachta`. */
export const program: ProgramParts = {
  name: 'wachta',
  version,
  summary: {
    en: 'Use and operate a Wachta installation. Operator commands find the database in DATABASE_URL; `migrate` and `admin` need a user that owns it.',
    pl: 'Obsługa instalacji Wachty. Poleceniom operatora bazę danych wskazuje DATABASE_URL; `migrate` i `admin` wymagają jej właściciela.',
  },
  commands,
  groups: {
    ...customerGroups,
    admin: { en: 'operator commands', pl: 'polecenia operatora' },
    cells: { en: 'installations with several cells', pl: 'instalacje z kilkoma komórkami' },
    setup: {
      en: 'prepare an installation before its processes start',
      pl: 'przygotuj instalację przed startem procesów',
    },
    'admin keys': { en: 'keys that secrets are encrypted with', pl: 'klucze, którymi szyfrowane są dane poufne' },
    'admin packages': { en: 'packages and their limits', pl: 'pakiety i ich limity' },
    'admin sensors': { en: 'sensors and their credentials', pl: 'sensory i ich poświadczenia' },
  },
  explain: (error) => explainError(error) ?? explainOperatorError(error),
}
