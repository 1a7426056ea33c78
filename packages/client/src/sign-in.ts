import type { Client } from './client.ts'
import { isRefusal } from './errors.ts'
import type { AuthTokenCreateData } from './types.ts'

export interface Credentials extends AuthTokenCreateData {
  /** The one-time code, or a recovery code, of an account with two-factor authentication. */
  readonly code?: string
}

export interface SignedIn {
  readonly id: number
  readonly token: string
  /** False while a one-time code is asked for: ask the person, then call `verifySession`. */
  readonly isVerified: boolean
}

/** Opens a session. With a code it is verified at once. */
export async function signIn(client: Client, { code, ...credentials }: Credentials): Promise<SignedIn> {
  const session = await client.call('create_session', { body: credentials }, { token: null })
  if (code === undefined) return { ...session, isVerified: await isVerified(client, session) }
  await verifySession(client, session, code)
  return { ...session, isVerified: true }
}

/** Verifies a session with a one-time code. A wrong one is refused with `wrong_code`, and another may be tried. */
export async function verifySession(
  client: Client,
  { id, token }: Pick<SignedIn, 'id' | 'token'>,
  code: string,
): Promise<void> {
  await client.call('verify_session_2fa', { path: { _id: id }, body: { code } }, { token })
}

/** Ends the session that the client holds the token of. */
export async function signOut(client: Client, { id, token }: Pick<SignedIn, 'id' | 'token'>): Promise<void> {
  await client.call('delete_session', { path: { _id: id } }, { token })
}

/** The answer to signing in leaves it open; the session itself says so by what it is refused. */
async function isVerified(client: Client, { id, token }: { id: number; token: string }): Promise<boolean> {
  try {
    const { is_verified } = await client.call('read_session', { path: { _id: id } }, { token })
    return is_verified
  } catch (error) {
    if (isRefusal(error, 'session_not_verified')) return false
    // Verified, but the account must set up two-factor authentication before anything else.
    if (isRefusal(error, 'two_factor_setup_required')) return true
    throw error
  }
}
