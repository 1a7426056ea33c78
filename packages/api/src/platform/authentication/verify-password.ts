import { reject, type StatementRunner } from '@wachta/resource'
import { findIdentity, type Identity, matchUsername, requireAdmission } from './identity.ts'
import { isPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

export interface PasswordCredentials {
  readonly username: string
  readonly password: string
  readonly address: string
}

/**
 * Finds the account of a user name and password. Neither the response nor its duration reveals whether the name exists.
 */
export async function verifyPassword(
  db: StatementRunner,
  throttle: Throttle,
  { username, password, address }: PasswordCredentials,
): Promise<Identity> {
  await throttle.attempt(username, address)
  const identity = await findIdentity(db, matchUsername(username))
  if (!(await isPassword(identity?.passwordHash, password)) || !identity) return reject('wrong_credentials')
  await throttle.succeeded(username, address)
  requireAdmission(identity, address)
  rejectIfSsoRequired(identity)
  return identity
}

/** Rejects a password or a passkey if the account may only use single sign-on. */
export function rejectIfSsoRequired({ requiresSso }: Pick<Identity, 'requiresSso'>): void {
  if (requiresSso) reject('sso_required')
}
