import { type Call, type PreparedRow, reject, type Values } from '@wachta/resource'
import { sql } from 'kysely'
import { hashPassword, isWeak } from '../../platform/authentication/passwords.ts'

/** Separates the password hash, which is stored in another table, from the columns of a new account. */
export async function separateCredential(data: Values): Promise<PreparedRow> {
  const { hash, ...columns } = 'hash' in data ? data : await hashPasswordColumn(data)
  return { columns, forCreated: { hash } }
}

/** Replaces the password by its hash. Hashing is slow, so call this before a transaction is open. */
export async function hashPasswordColumn({ password, ...columns }: Values): Promise<Values> {
  return { ...columns, hash: typeof password === 'string' ? await hashNewPassword(password, columns) : null }
}

/** Hashes a new password; rejects a password that is too easy to guess. */
export async function hashNewPassword(password: string, holder: Values, field = 'data.password'): Promise<string> {
  const known = [holder['name'], holder['email_address']].map((word) => String(word ?? ''))
  if (isWeak(password, { username: String(holder['username'] ?? ''), knownWords: known }))
    reject('weak_password', field)
  return hashPassword(password)
}

/** Stores the credential of a new account; without a password, its holder has to set one before signing in. */
export async function addCredential(accountId: number, { hash }: Values, { db, now }: Call): Promise<void> {
  await db.query(sql`insert into credential (account_id, password_hash, password_changed_at)
values (${accountId}, ${hash}, ${now})`)
}

export async function setPassword(
  accountId: number,
  hash: string,
  { db, now }: Pick<Call, 'db' | 'now'>,
): Promise<void> {
  await db.query(
    sql`update credential set password_hash = ${hash}, password_changed_at = ${now} where account_id = ${accountId}`,
  )
}
