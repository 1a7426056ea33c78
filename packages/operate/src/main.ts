import { parseArgs } from 'node:util'
import { createAdmin } from './admin.ts'
import { CommandError } from './command-error.ts'
import { migrateInstallation } from './migrate.ts'
import { makeNatsKeys } from './nats-keys.ts'

const help = `Usage: wachta <command>

  migrate                           bring the database to the newest schema
  admin create --username NAME --email ADDRESS [--name NAME] [--language pl|en]
                                    create an administrator; the password is printed, or read from
                                    standard input with --password-stdin
  admin nats-keys --directory PATH [--listen HOST:PORT] [--store PATH]
                                    make the keys of the installation and a configuration of its broker
  serve                             serve the interface
  planner                           tell sensors what to watch
  analyst                           make analyses of what they see
  notifier                          tell people what occurs
  reporter                          roll up, make room, and take out what is old
  sensor                            run checks; needs no database

The database is named by DATABASE_URL; \`migrate\` and \`admin\` need a user that owns it.`

/** Each is a process of its own: they meet in the database and in the broker. */
const processes: Readonly<Record<string, () => Promise<unknown>>> = {
  serve: () => import('@wachta/api/main'),
  planner: () => import('@wachta/planner/main'),
  analyst: () => import('@wachta/analyst/main'),
  notifier: () => import('@wachta/notifier/main'),
  reporter: () => import('@wachta/reporter/main'),
  sensor: () => import('@wachta/sensor/main'),
}

/** The operator's command. */
async function main(words: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      username: { type: 'string' },
      email: { type: 'string' },
      name: { type: 'string' },
      language: { type: 'string' },
      'password-stdin': { type: 'boolean' },
      directory: { type: 'string' },
      listen: { type: 'string' },
      store: { type: 'string' },
    },
  })
  const command = positionals.join(' ')
  if (values.help || command === '') return void console.log(help)
  if (command === 'migrate') return migrateInstallation()
  if (command === 'admin create') return createAdmin(values)
  if (command === 'admin nats-keys') return makeNatsKeys(values)
  if (Object.hasOwn(processes, command)) return void (await processes[command]?.())
  throw new CommandError(`There is no command "${command}".\n\n${help}`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof CommandError || (error instanceof Error && 'code' in error)
  console.error(expected && error instanceof Error ? `wachta: ${error.message}` : error)
  process.exitCode = 1
})
