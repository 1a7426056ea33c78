import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccountApiKey, createAdministrator } from '@wachta/api'
import type { CliLanguage, LocalizedText } from '@wachta/cli'
import { type Database, openDatabase } from '@wachta/database'
import { sql } from 'kysely'
import { migrateInstallation } from '../migrate-installation.ts'
import { ensureLogins } from '../setup/logins.ts'
import { passwordFile, type SingleNode } from './open-single-node.ts'

/**
 * The file with an API key for the first steps: it allows `wachta apply`, but gives no access to users or passwords.
 */
const apiKeyFile = 'admin-api-key'
const apiKeyLifetimeMs = 30 * 86_400_000

/** The properties of an installation that the setup needs. */
export type SetupTarget = Pick<SingleNode, 'directory' | 'variables' | 'owned' | 'loginPasswords'>

interface SetupOptions {
  readonly language: CliLanguage
  readonly progress: (text: LocalizedText) => void
}

/** Creates and migrates the database of a single-node installation, with its logins and the first administrator. */
export async function setUpSingleNode(singleNode: SetupTarget, { language, progress }: SetupOptions): Promise<void> {
  const url = singleNode.variables['DATABASE_URL'] ?? ''
  if (singleNode.owned.has('postgres')) await ensureDatabase(url)
  progress({ en: 'migrating the database …', pl: 'aktualizuję bazę danych …' })
  await migrateInstallation(url, { log: () => undefined, onWait: () => undefined })
  await using owner = openDatabase(url, { role: null, connections: 1 })
  if (singleNode.loginPasswords) await ensureLogins(owner, singleNode.loginPasswords)
  await ensureAdministrator(owner, singleNode.directory, { language })
}

export async function ensureDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await using server = openDatabase(Object.assign(new URL(url), { pathname: '/postgres' }).href, {
    role: null,
    connections: 1,
  })
  const [found] = await server.query(sql`select from pg_database where datname = ${name}`)
  if (!found) await server.query(sql`create database ${sql.id(name)}`)
}

/**
 * Creates the first administrator with an API key if there is no administrator. The password is written to its file
 * before the account is created, so that an interruption cannot lock the administrator out.
 */
export async function ensureAdministrator(
  owner: Database,
  directory: string,
  { language, email_address = 'admin@localhost' }: { readonly language: CliLanguage; readonly email_address?: string },
): Promise<void> {
  const [found] = await owner.query(sql`select from account where is_administrator limit 1`)
  if (found) return
  const path = join(directory, passwordFile)
  const existing = await readFile(path, 'utf8').catch(() => undefined)
  const password = existing?.trim() || randomBytes(15).toString('base64url')
  if (!existing?.trim()) await writeFile(path, `${password}\n`, { mode: 0o600 })
  const account_id = await createAdministrator(owner, {
    username: 'admin',
    email_address,
    name: 'Administrator',
    language_id: language,
    password,
  })
  const key = await createAccountApiKey(owner, {
    account_id,
    name: 'First steps',
    scopes: ['alerts:write', 'contacts:write', 'groups:write', 'services:write'],
    expires_at: new Date(Date.now() + apiKeyLifetimeMs),
  })
  await writeFile(join(directory, apiKeyFile), `${key}\n`, { mode: 0o600 })
}
