import { command, exitCodes, type LocalizedText, type Output } from '@wachta/cli'
import { readDatabaseUrl } from '../environment.ts'

/**
 * Migrates the database to the latest schema, updates the dictionaries to this version, and creates today's partitions.
 */
export const migrateCommand = command({
  path: 'migrate',
  summary: { en: 'migrate the database to the latest schema', pl: 'zmigruj bazę danych do najnowszego schematu' },
  details: {
    en: 'Migrate the database to the latest schema. The installation may keep running. The user in DATABASE_URL must own the database.',
    pl: 'Zmigruj bazę danych do najnowszego schematu. Instalacja może w tym czasie działać. Użytkownik z DATABASE_URL musi być właścicielem bazy.',
  },
  options: {
    cell: {
      kind: 'number',
      value: 'NUMBER',
      summary: {
        en: 'the number of this cell, 0 to 255, which its ids and secrets carry; only before there are accounts',
        pl: 'numer tej komórki, od 0 do 255, który niosą jej identyfikatory i sekrety; tylko zanim powstaną konta',
      },
    },
    check: {
      kind: 'flag',
      summary: {
        en: 'only list pending migrations; the exit code is 3 if there are any',
        pl: 'tylko wypisz zaległe migracje; kod wyjścia 3, jeśli jakieś są',
      },
    },
  },
  async run({ options, out, environment, stopping }) {
    return options.check ? checkSchema(out, environment) : migrate(out, environment, { stopping, cell: options.cell })
  },
})

interface MigrateOptions {
  readonly stopping: AbortSignal
  readonly cell: number | undefined
}

async function migrate(out: Output, environment: NodeJS.ProcessEnv, { stopping, cell }: MigrateOptions) {
  const { migrateInstallation } = await import('../migrate-installation.ts')
  const applied = await migrateInstallation(readDatabaseUrl(environment), {
    log: (message) => out.isJson || out.line(message),
    onWait: (reason) => out.progress(waitMessages[reason]),
    signal: stopping,
    cellNumber: cell,
  })
  out.result({ applied }, () => out.print({ en: 'The database is up to date.', pl: 'Baza danych jest aktualna.' }))
  return exitCodes.ok
}

const waitMessages: Readonly<Record<'another migration' | 'a lock', LocalizedText>> = {
  'another migration': { en: 'waiting for another migration …', pl: 'czekam na inną migrację …' },
  'a lock': {
    en: 'a table is in use; retrying …',
    pl: 'tabela jest zajęta; ponawiam próbę …',
  },
}

async function checkSchema(out: Output, environment: NodeJS.ProcessEnv) {
  const { openDatabase, SchemaError, readSchemaState } = await import('@wachta/database')
  await using owner = openDatabase(readDatabaseUrl(environment), { role: null, connections: 1 })
  const state = await readSchemaState(owner.pool)
  if (state.kind === 'newer' || state.kind === 'foreign') throw new SchemaError(state)
  const pending = state.kind === 'older' ? state.pending : []
  out.result({ pending }, () => {
    if (pending.length === 0) out.print({ en: 'Nothing to do.', pl: 'Nie ma nic do zrobienia.' })
    else out.print({ en: `Pending migrations: ${pending.length}`, pl: `Zaległe migracje: ${pending.length}` })
    for (const name of pending) out.line(`  ${name}`)
  })
  return pending.length === 0 ? exitCodes.ok : exitCodes.found
}
