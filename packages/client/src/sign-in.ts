import type { Client } from './client.ts'
import { hasSymbol } from './errors.ts'
import type { AuthTokenCreateData } from './types.ts'

export interface Credentials extends AuthTokenCreateData {
  /** The one-time code, or a recovery code, of an account with two-factor authentication. */
  readonly code?: string
}

export interface SignedIn {
  readonly id: number
  readonly token: string
  /** False if a second factor is required: ask the user for a code, then call `verifySession`, or for a passkey. */
  readonly isVerified: boolean
}

/** Creates a session, and verifies it if a code is given. */
export async function signIn(client: Client, { code, ...credentials }: Credentials): Promise<SignedIn> {
  const session = await client.call('create_session', { body: credentials }, { token: null })
  if (code === undefined) return { ...session, isVerified: await isSessionVerified(client, session) }
  await verifySession(client, session, code)
  return { ...session, isVerified: true }
}

/** Verifies a session with a one-time code. A wrong code is rejected with `wrong_code`; another can be tried. */
export async function verifySession(
  client: Client,
  { id, token }: Pick<SignedIn, 'id' | 'token'>,
  code: string,
): Promise<void> {
  await client.call('verify_session_2fa', { path: { _id: id }, body: { code } }, { token })
}

/** Deletes the session. */
export async function signOut(client: Client, { id, token }: Pick<SignedIn, 'id' | 'token'>): Promise<void> {
  await client.call('delete_session', { path: { _id: id } }, { token })
}

/** Returns whether a session is verified, which the response to a sign-in does not say. */
export async function isSessionVerified(
  client: Client,
  { id, token }: Pick<SignedIn, 'id' | 'token'>,
): Promise<boolean> {
  try {
    const { is_verified } = await client.call('read_session', { path: { _id: id } }, { token })
    return is_verified
  } catch (error) {
    if (hasSymbol(error, 'session_not_verified')) return false
    // Verified, but the user must set up two-factor authentication or a passkey before anything else.
    if (hasSymbol(error, 'two_factor_setup_required') || hasSymbol(error, 'passkey_setup_required')) return true
    throw error
  }
}
