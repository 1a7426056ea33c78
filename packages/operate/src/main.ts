import { parseArgs } from 'node:util'
import { createAdmin } from './admin.ts'
import { CommandError } from './command-error.ts'
import { migrateInstallation } from './migrate.ts'

const help = `Usage: wachta <command>

  migrate                           bring the database to the newest schema
  admin create --username NAME --email ADDRESS [--name NAME] [--language pl|en]
                                    create an administrator; the password is printed, or read from
                                    standard input with --password-stdin
  serve                             run the installation in one process

The database is named by DATABASE_URL; \`migrate\` and \`admin\` need a user that owns it.`

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
    },
  })
  const command = positionals.join(' ')
  if (values.help || command === '') return void console.log(help)
  if (command === 'migrate') return migrateInstallation()
  if (command === 'admin create') return createAdmin(values)
  if (command === 'serve') return void (await import('@wachta/api/main'))
  throw new CommandError(`There is no command "${command}".\n\n${help}`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof CommandError || (error instanceof Error && 'code' in error)
  console.error(expected && error instanceof Error ? `wachta: ${error.message}` : error)
  process.exitCode = 1
})
