import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { createAdministrator } from '@wachta/api'
import { openDatabase } from '@wachta/database'
import { CommandError, databaseUrl } from './command-error.ts'

export interface AdminOptions {
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly name?: string | undefined
  readonly language?: string | undefined
  readonly 'password-stdin'?: boolean | undefined
}

/** Creates an administrator. A password that nobody gave is made up and shown this once. */
export async function createAdmin(options: AdminOptions): Promise<void> {
  const { username, email, language = 'en' } = options
  if (!username || !email) throw new CommandError('Give --username and --email.')
  if (!['pl', 'en'].includes(language)) throw new CommandError('--language is pl or en.')
  const given = options['password-stdin'] ? (await text(process.stdin)).trimEnd() : undefined
  const password = given ?? randomBytes(15).toString('base64url')
  await using owner = openDatabase(databaseUrl(), { role: null, connections: 1 })
  const account = { username, email_address: email, name: options.name ?? username, language_id: language, password }
  const id = await createAdministrator(owner, account).catch((error: Error) => {
    throw new CommandError(error.message)
  })
  console.log(`Administrator ${username} has account ${id}.`)
  if (given === undefined)
    console.log(`Password: ${password}\nIt is not stored in readable form and will not be shown again.`)
}
