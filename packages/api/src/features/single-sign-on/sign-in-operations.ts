import { type Call, closed, nameSchema, type Operation, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { toClientNetwork } from '../../platform/authentication/allow-list.ts'
import { findIdentity, type Identity, requireAdmission } from '../../platform/authentication/identity.ts'
import { type SessionData, startSession } from '../../platform/authentication/sessions.ts'
import { tokenPattern } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import { accountFields } from '../accounts/account-fields.ts'
import { token } from '../accounts/credential-fields.ts'
import { sessionFields, timeoutField } from '../authentication/session-fields.ts'
import type { IssuerClaims } from './claims.ts'
import { type Connection, findConnection, findConnectionByDomain } from './find-connection.ts'
import { beginAtIssuer, type FinishedSignIn, fetchOutcome, type SignInStart, type SsoPurpose } from './pending.ts'
import { toProblem } from './problems.ts'
import { provisionUser } from './users.ts'

export const challengeField = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description:
    'The SHA-256 of a secret that the client keeps, in base64url. The client needs the secret to fetch the result, as with PKCE.',
})
export const codeFields = {
  code: Type.String({
    pattern: tokenPattern,
    description: 'From the address that the issuer sent the browser back to.',
  }),
  code_verifier: Type.String({ minLength: 43, maxLength: 128, description: 'The secret whose hash is the challenge.' }),
}

/** The URL that the browser opens next. */
export const beginResult = nameSchema(
  'sso_begin_result',
  Type.Object({ authorization_url: Type.String({ description: 'Open it in the browser.' }) }, closed),
)

interface SignInBody {
  readonly identifier?: string
  readonly slug?: string
  readonly code_challenge: string
}

/** The operations with which users sign in at their issuer. They need no credentials. */
export const signInOperations = (context: ApiContext): Operation[] => [beginSignIn(context), finishSignIn(context)]

const beginSignIn = (context: ApiContext): Operation => ({
  id: 'begin_sso_sign_in',
  method: 'POST',
  path: '/sso/sign_ins',
  tag: 'single_sign_on',
  summary: 'Begin to sign in at the issuer of an e-mail domain or connection.',
  description:
    'The connection is found by its slug or the domain of the address, never by the user, so the answer does not reveal whether a user exists. The issuer sends the browser back to `/sso/finish#code=…` of the web app.',
  access: 'public',
  body: nameSchema(
    'sso_begin_data',
    Type.Object(
      {
        identifier: Type.Optional(
          Type.String({ minLength: 3, maxLength: 255, description: 'An e-mail address or its domain.' }),
        ),
        slug: Type.Optional(Type.String({ pattern: '^[a-z0-9]{20}$', description: 'The slug of a connection.' })),
        code_challenge: challengeField,
      },
      closed,
    ),
  ),
  status: 200,
  result: beginResult,
  secret: true,
  slow: true,
  async handle({ body, request, now }) {
    const { identifier, slug, code_challenge: challenge } = body as SignInBody
    await context.throttle.issuer(toClientNetwork(request.address))
    const connection = (await findRequestedConnection(context, { identifier, slug })) ?? reject('sso_not_available')
    const loginHint = identifier?.includes('@') ? identifier : undefined
    const start = { connection, challenge, accountId: null, sessionId: null, now } as const
    return beginIssuerSignIn(context, { ...start, purpose: 'sign_in', ...(loginHint !== undefined && { loginHint }) })
  },
})

const findRequestedConnection = (
  { database }: ApiContext,
  { identifier, slug }: { readonly identifier: string | undefined; readonly slug: string | undefined },
): Promise<Connection | undefined> => {
  if (slug !== undefined) return findConnection(database, sql`c.slug = ${slug}`)
  if (identifier === undefined) return reject('missing_field', 'data.identifier')
  return findConnectionByDomain(database, identifier.slice(identifier.lastIndexOf('@') + 1))
}

/**
 * Returns the URL at the issuer that the browser opens; an issuer that cannot be reached is reported with the reason.
 */
export async function beginIssuerSignIn(context: ApiContext, start: SignInStart) {
  const url = await beginAtIssuer(context, start).catch((error: unknown) =>
    reject('sso_issuer_failed', undefined, { problem: toProblem(error) }),
  )
  return { value: { authorization_url: url } }
}

const finishSignIn = (context: ApiContext): Operation => ({
  id: 'finish_sso_sign_in',
  method: 'POST',
  path: '/sso/sessions',
  tag: 'single_sign_on',
  summary: 'Create a session from a sign-in at the issuer.',
  description:
    'At the first sign-in it creates the user. At every sign-in the groups of the user decide its role. With 2FA, only 2fa/verify is allowed until the session is verified, unless the connection trusts the second factor of the issuer.',
  access: 'public',
  body: nameSchema(
    'sso_session_create_data',
    Type.Object(
      {
        ...codeFields,
        client_id: sessionFields.client_id,
        timeout: timeoutField('Granted up to 14 days.'),
      },
      closed,
    ),
  ),
  status: 201,
  result: nameSchema('sso_session_create_result', Type.Object({ id: accountFields.id.schema, token }, closed)),
  secret: true,
  slow: true,
  async handle(call) {
    const data = call.body as SessionData & { code: string; code_verifier: string }
    const signIn = await takeOutcome(context, ['sign_in'], call)
    const answer = await call.transaction(async (tx) => {
      const value = await startSsoSession(signIn, data, tx)
      return value && { value }
    })
    // Rejected after the commit, because the transaction withdraws the access of a user who has lost the role.
    return answer ?? reject('sso_role_missing')
  },
})

/** Fetches an outcome; rejects it if it belongs to a sign-in with another purpose. */
export async function takeOutcome(
  { database }: ApiContext,
  purposes: readonly SsoPurpose[],
  { body, now }: Pick<Call, 'body' | 'now'>,
): Promise<FinishedSignIn> {
  const signIn = await fetchOutcome(database, body as { code: string; code_verifier: string }, now)
  return purposes.includes(signIn.purpose) ? signIn : reject('sso_sign_in_expired')
}

async function startSsoSession({ connectionId, claims }: FinishedSignIn, data: SessionData, call: Call) {
  const connection = (await findConnection(call.db, sql`c.id = ${connectionId}`)) ?? reject('sso_not_available')
  if (claims === undefined || claims.issuer !== connection.issuer) return reject('sso_sign_in_expired')
  const accountId = await provisionUser(connection, claims, call)
  if (accountId === null) return undefined
  const identity = (await findIdentity(call.db, sql`a.id = ${accountId}`)) ?? reject('sso_not_available')
  const { address } = call.request
  requireAdmission(identity, address)
  const isVerified = trustsSecondFactor(connection, claims, identity)
  const started = await startSession(
    call.db,
    { ...identity, hasTwoFactor: identity.hasTwoFactor && !isVerified },
    { ...pickSessionData(data), kind: 'session', address, cellNumber: call.cellNumber, now: call.now },
  )
  await call.db.query(sql`update session set sso_connection_id = ${connection.id}, sso_session = ${claims.session},
  stepped_up_at = case when ${isFreshSignIn(claims.authenticatedAt, call.now)} then stepped_up_at end where id = ${started.id}`)
  const after = { scope: 'customer', client_id: data.client_id ?? null, sso_connection_id: connection.id }
  await call.record({ resource: 'session', id: started.id, accountId, before: null, after })
  return started
}

/** Whether the second factor of the issuer replaces our own. It never replaces a required passkey. */
export const trustsSecondFactor = (
  { secondFactor }: Pick<Connection, 'secondFactor'>,
  { hasSecondFactor }: Pick<IssuerClaims, 'hasSecondFactor'>,
  { needsPasskey }: Pick<Identity, 'needsPasskey'>,
): boolean => secondFactor === 'issuer' && hasSecondFactor && !needsPasskey

const pickSessionData = ({ client_id, timeout }: SessionData): SessionData => ({
  ...(client_id !== undefined && { client_id }),
  ...(timeout !== undefined && { timeout }),
})

/** A sign-in counts as a step-up only if the user proved who they are at most this long ago. */
const maxSignInAgeSeconds = 300
export const isFreshSignIn = (authenticatedAt: number | null, now: Date): boolean =>
  authenticatedAt !== null && now.getTime() / 1000 - authenticatedAt < maxSignInAgeSeconds
