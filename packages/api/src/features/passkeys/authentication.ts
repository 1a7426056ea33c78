import { type Call, closed, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { id } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findIdentity, requireAdmission } from '../../platform/authentication/identity.ts'
import { type SessionData, startSession } from '../../platform/authentication/sessions.ts'
import { rejectIfSsoRequired } from '../../platform/authentication/verify-password.ts'
import type { ApiContext } from '../../platform/context.ts'
import { token } from '../accounts/credential-fields.ts'
import { sessionResource } from '../authentication/session.ts'
import { sessionFields } from '../authentication/session-fields.ts'
import { lockUnverifiedSession, markSessionVerified } from '../authentication/verify-session.ts'
import { type CeremonyPurpose, ceremonyMinutes, issueChallenge } from './challenges.ts'
import { listDescriptors, requireSession } from './registration.ts'
import { assertion, type PasskeyAssertion, requestOptions } from './schemas.ts'
import { getRelyingParty, verifyAssertion } from './verification.ts'

const authenticationPurposes = ['sign_in', 'second_factor', 'step_up'] as const

const beginAuthenticationData = nameSchema(
  'passkey_authentication_data',
  Type.Object(
    {
      purpose: Type.Unsafe<(typeof authenticationPurposes)[number]>({
        type: 'string',
        enum: [...authenticationPurposes],
        description:
          '`sign_in` without a session; `second_factor` after the password; `step_up` before a change to credentials or access settings.',
      }),
    },
    closed,
  ),
)

const assertionData = nameSchema('passkey_assertion_data', Type.Object({ credential: assertion }, closed))

const signInData = nameSchema(
  'passkey_session_create_data',
  Type.Object(
    {
      credential: assertion,
      ...sessionFields,
    },
    closed,
  ),
)

/** The operations in which a passkey proves who its holder is. */
export const passkeyAuthenticationOperations = (context: ApiContext): Operation[] => [
  beginAuthentication(context),
  signIn(context),
  verifySession(context),
  stepUp(context),
]

const beginAuthentication = ({ settings, throttle }: ApiContext): Operation => ({
  id: 'begin_passkey_authentication',
  method: 'POST',
  path: '/passkeys/authentication',
  tag: 'passkeys',
  summary: 'Begin to use a passkey. Answers with options for navigator.credentials.get().',
  description:
    'The answer is valid for 5 minutes, once, for that purpose and, except for a sign-in, for the calling session.',
  access: 'public',
  body: beginAuthenticationData,
  status: 200,
  result: requestOptions,
  secret: true,
  admits: 'unverified',
  async handle(call) {
    const { purpose } = call.body as { purpose: CeremonyPurpose }
    const isSignIn = purpose === 'sign_in'
    if (isSignIn) await throttle.ceremony(call.request.address)
    const session = isSignIn ? null : requireSession(call)
    return {
      value: {
        challenge: await issueChallenge(call.db, { purpose, sessionId: session?.sessionId ?? null, now: call.now }),
        rpId: getRelyingParty(settings).id,
        timeout: ceremonyMinutes * 60_000,
        userVerification: 'required',
        // Naming the passkeys of an account before a sign-in would reveal who has one.
        allowCredentials: session ? await listDescriptors(call.db, session.accountId) : [],
      },
    }
  },
})

const signIn = (context: ApiContext): Operation => ({
  id: 'create_session_with_passkey',
  method: 'POST',
  path: '/sessions/passkey',
  tag: 'sessions',
  summary: 'Create a session with a passkey, without username and password.',
  description:
    'Follows `begin_passkey_authentication` with the purpose `sign_in`. The authenticator verifies its holder, so this counts as two factors: the session is verified.',
  access: 'public',
  body: signInData,
  status: 201,
  result: nameSchema('passkey_session_create_result', Type.Object({ id: id().schema, token }, closed)),
  secret: true,
  slow: true,
  async handle(call) {
    const { credential, ...data } = call.body as SessionData & { credential: PasskeyAssertion }
    const anonymous = { ...call, caller: { ...call.caller, sessionId: null } }
    const verifiedPasskey = await verifyAssertion(context, { purpose: 'sign_in', assertion: credential }, anonymous)
    const { accountId } = verifiedPasskey
    const identity = (await findIdentity(call.db, sql`a.id = ${accountId}`)) ?? reject('passkey_unknown')
    requireAdmission(identity, call.request.address)
    rejectIfSsoRequired(identity)
    return call.transaction(async ({ db, cellNumber, now, record }) => {
      // Revoking a passkey ends its existing sessions. The lock ensures that a session that starts at the same time is
      // not missed.
      const [existing] = await db.query(sql`select from passkey where id = ${verifiedPasskey.passkeyId} for key share`)
      if (!existing) reject('passkey_unknown')
      const origin = { kind: 'session', address: call.request.address, cellNumber, now } as const
      const started = await startSession(db, identity, { ...data, ...origin, isVerified: true })
      const after = { scope: data.scope ?? 'customer', client_id: data.client_id ?? null, passkey: true }
      await record({ resource: 'session', id: started.id, accountId, before: null, after })
      return { value: started }
    })
  },
})

const verifySession = (context: ApiContext): Operation => ({
  id: 'verify_session_passkey',
  method: 'POST',
  path: '/sessions/{_id}/passkey/verify',
  tag: 'sessions',
  summary: 'Verify the calling session with a passkey instead of a one-time code.',
  description: 'Follows `begin_passkey_authentication` with the purpose `second_factor`.',
  access: 'customer',
  on: { resource: 'session', flag: 'own' },
  body: assertionData,
  status: 204,
  slow: true,
  admits: 'unverified',
  async handle(call) {
    const sessionId = Number(parseKey(sessionResource, call))
    await requirePermission({ resource: sessionResource, key: sessionId }, 'own', call)
    if (sessionId !== call.caller.sessionId) reject('not_the_calling_session')
    await verifyCallersAssertion(context, 'second_factor', call)
    return call.transaction(async (tx) => markSessionVerified(await lockUnverifiedSession(sessionId, tx), tx))
  },
})

const stepUp = (context: ApiContext): Operation => ({
  id: 'step_up_session_with_passkey',
  method: 'POST',
  path: '/sessions/step_up/passkey',
  tag: 'sessions',
  summary: 'Confirm the calling session with a passkey instead of password and code. It is valid for 5 minutes.',
  description: 'Follows `begin_passkey_authentication` with the purpose `step_up`.',
  access: 'customer',
  body: assertionData,
  status: 204,
  slow: true,
  async handle(call) {
    const { accountId, sessionId } = requireSession(call)
    await verifyCallersAssertion(context, 'step_up', call)
    return call.transaction(async ({ db, now, record }) => {
      await db.query(sql`update session set stepped_up_at = ${now} where id = ${sessionId}`)
      const after = { stepped_up_at: now.toISOString() }
      await record({ resource: 'session', id: sessionId, accountId, before: null, after })
      return undefined
    })
  },
})

const verifyCallersAssertion = (context: ApiContext, purpose: CeremonyPurpose, call: Call) =>
  verifyAssertion(context, { purpose, assertion: (call.body as { credential: PasskeyAssertion }).credential }, call)
