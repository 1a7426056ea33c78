import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { type Call, reject } from '@wachta/resource'
import { sql } from 'kysely'
import type { ApiContext, InstallationSettings } from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { type Ceremony, type CeremonyPurpose, useChallenge } from './challenges.ts'
import type { PasskeyAssertion, PasskeyAttestation } from './schemas.ts'

/** EdDSA, ES256 and RS256: what authenticators in use offer. The order is our preference. */
export const algorithms = [-8, -7, -257]

/**
 * The relying party that browsers bind passkeys to. It comes only from the configuration, never from a request header.
 */
export function getRelyingParty({ publicUrl }: Pick<InstallationSettings, 'publicUrl'>): {
  id: string
  origin: string
} {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Verifies a new passkey; rejects anything but the answer to the open registration of this session. */
export async function verifyAttestation(
  { settings, security }: Pick<ApiContext, 'settings' | 'security'>,
  { id, client_data, attestation_object }: PasskeyAttestation,
  call: Call,
) {
  const challenge = await takeChallenge(client_data, 'registration', call)
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(settings)
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: client_data, attestationObject: attestation_object },
    },
    ...{ expectedChallenge: challenge, expectedOrigin, expectedRPID, supportedAlgorithmIDs: algorithms },
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }))
  if (registrationInfo) return registrationInfo
  noteRejected(security, Number(call.caller.accountId), call)
  return reject('passkey_rejected', 'data.credential')
}

interface StoredPasskey {
  readonly id: number
  readonly accountId: number
  readonly publicKey: Buffer
  readonly userHandle: Buffer
}

/**
 * Verifies the answer of a passkey, and returns the passkey and its account. Runs outside a transaction: a challenge
 * stays used and a suspected copy stays noted although the request is rejected.
 */
export async function verifyAssertion(
  context: Pick<ApiContext, 'settings' | 'security'>,
  { purpose, assertion }: { readonly purpose: CeremonyPurpose; readonly assertion: PasskeyAssertion },
  call: Call,
): Promise<{ passkeyId: number; accountId: number }> {
  const challenge = await takeChallenge(assertion.client_data, purpose, call)
  const stored = await findPasskey(assertion.id, call)
  if (!stored) {
    noteRejected(context.security, call.caller.accountId, call)
    return reject('passkey_unknown', 'data.credential')
  }
  const answer = isHolder(stored, assertion, call)
    ? await verifySignature(context, stored, { assertion, challenge })
    : undefined
  if (!answer) {
    noteRejected(context.security, stored.accountId, call)
    return reject('passkey_rejected', 'data.credential')
  }
  // Decided by the statement: two answers with the same counter cannot both be newer than the stored one.
  const updated =
    await call.db.query(sql`update passkey set counter = ${answer.newCounter}, is_backed_up = ${answer.credentialBackedUp},
  last_used_at = ${call.now} where id = ${stored.id}
  and (counter < ${answer.newCounter} or (counter = 0 and ${answer.newCounter}::bigint = 0)) returning id`)
  if (updated.length === 0) return rejectClone(context, stored, call)
  return { passkeyId: stored.id, accountId: stored.accountId }
}

/** Uses up the challenge that the browser says it answers; the signature over it is verified afterwards. */
async function takeChallenge(clientData: string, purpose: CeremonyPurpose, call: Call): Promise<string> {
  const { challenge, crossOrigin } = readClientData(clientData)
  const ceremony: Ceremony = {
    purpose,
    sessionId: purpose === 'sign_in' ? null : call.caller.sessionId,
    now: call.now,
  }
  if (typeof challenge !== 'string' || !(await useChallenge(call.db, challenge, ceremony)))
    return reject('passkey_challenge_expired')
  // A page of another site must not be able to embed ours and ask for the passkey in it.
  if (crossOrigin === true) reject('passkey_rejected', 'data.credential')
  return challenge
}

function readClientData(text: string): { challenge?: unknown; crossOrigin?: unknown } {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

async function findPasskey(credentialId: string, { db }: Call): Promise<StoredPasskey | undefined> {
  const [found] =
    await db.query(sql<StoredPasskey>`select k.id, k.account_id as "accountId", k.public_key as "publicKey",
  c.user_handle as "userHandle" from passkey k join credential c on c.account_id = k.account_id
where k.credential_id = ${Buffer.from(credentialId, 'base64url')}`)
  return found
}

/** Within a session only its own account counts; for a sign-in, the authenticator has to name the account itself. */
function isHolder(
  { accountId, userHandle }: StoredPasskey,
  { user_handle }: PasskeyAssertion,
  { caller }: Call,
): boolean {
  const isNamed = user_handle !== undefined && userHandle.equals(Buffer.from(user_handle, 'base64url'))
  if (caller.sessionId === null) return isNamed
  return accountId === caller.accountId && (user_handle === undefined || isNamed)
}

async function verifySignature(
  { settings }: Pick<ApiContext, 'settings'>,
  { publicKey }: StoredPasskey,
  { assertion, challenge }: { readonly assertion: PasskeyAssertion; readonly challenge: string },
) {
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(settings)
  const { id, client_data, authenticator_data, signature } = assertion
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
    },
    ...{ expectedChallenge: challenge, expectedOrigin, expectedRPID },
    // We compare the counter ourselves, after the signature is verified: a forged answer must not raise the alarm of a
    // copied key.
    credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified ? authenticationInfo : undefined
}

/** The counter of an authenticator only grows: if it does not, there is a copy of the authenticator. */
async function rejectClone({ security }: Pick<ApiContext, 'security'>, stored: StoredPasskey, call: Call) {
  const { id, accountId } = stored
  await call.transaction(async ({ db, now, record }) => {
    await db.query(sql`update passkey set clone_suspected_at = ${now} where id = ${id}`)
    await enqueueMail(db, { kind: 'passkey_clone_suspected', accountId })
    const after = { clone_suspected_at: now.toISOString() }
    await record({ resource: 'passkey', id, accountId, before: null, after })
    return undefined
  })
  security.note({ type: 'passkey_clone_suspected', accountId, address: call.request.address, time: call.now })
  return reject('passkey_clone_suspected', 'data.credential')
}

const noteRejected = (security: ApiContext['security'], accountId: number | null, { request, now }: Call): void =>
  security.note({ type: 'passkey_rejected', accountId, address: request.address, time: now })
