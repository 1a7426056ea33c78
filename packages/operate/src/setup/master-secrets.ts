import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuthority, issueServerCertificate, type KeyedCertificate } from './certificate.ts'
import { type ProcessName, processes } from './processes.ts'

/** All generated secrets of an installation; each process gets only those that it needs. */
export interface MasterSecrets {
  readonly postgres_password: string
  readonly secret_keys: string
  readonly logins: Readonly<Record<ProcessName, string>>
  readonly authority: KeyedCertificate
  readonly postgres: KeyedCertificate
  readonly nats: KeyedCertificate
}

const fileName = 'secrets.json'
const authorityName = 'Wachta installation'

/** Secrets given by the operator: stored at the first start, and ignored once secrets exist. */
interface GivenSecrets {
  readonly postgres_password?: string | undefined
  readonly secret_keys?: string | undefined
}

/** Reads the secrets of the installation, and creates missing ones. Existing secrets are never replaced. */
export async function ensureMasterSecrets(
  directory: string,
  hosts: { readonly postgres: readonly string[]; readonly nats: readonly string[] },
  given: GivenSecrets = {},
): Promise<MasterSecrets> {
  const existing = await readMasterSecrets(directory)
  const authority = existing.authority ?? createAuthority(authorityName)
  const secrets: MasterSecrets = {
    postgres_password: existing.postgres_password ?? (given.postgres_password || generatePassword()),
    secret_keys: existing.secret_keys ?? (given.secret_keys || `first:${randomBytes(32).toString('base64')}`),
    logins: Object.fromEntries(
      processes.map((name) => [name, existing.logins?.[name] ?? generatePassword()]),
    ) as MasterSecrets['logins'],
    authority,
    postgres: existing.postgres ?? issueServerCertificate(authority, authorityName, hosts.postgres),
    nats: existing.nats ?? issueServerCertificate(authority, authorityName, hosts.nats),
  }
  await replaceSecretFile(join(directory, fileName), `${JSON.stringify(secrets, null, 2)}\n`)
  return secrets
}

/** Reads the existing secrets; returns an empty object if there are none yet. */
export async function readMasterSecrets(directory: string): Promise<Partial<MasterSecrets>> {
  const text = await readFile(join(directory, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text) as Partial<MasterSecrets>
}

/** Hexadecimal, because it becomes part of a URL. */
const generatePassword = (): string => randomBytes(24).toString('hex')

/** Replaces a file atomically; only its owner can read it. */
export async function replaceSecretFile(path: string, content: string): Promise<void> {
  const temporary = `${path}.new`
  await writeFile(temporary, content, { mode: 0o600 })
  await rename(temporary, path)
}
