import { createHash, timingSafeEqual } from 'node:crypto'
import type { Database } from '@wachta/database'
import { type Caller, reject, type StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import * as client from 'openid-client'
import { createToken, hashToken } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import type { IssuerClaims } from './claims.ts'
import type { Connection } from './find-connection.ts'
import type { ProblemCode } from './problems.ts'

/** How long a user has to sign in at the issuer, and the browser to fetch the result afterwards. */
const maxMinutesAtIssuer = 10
const maxMinutesToFetch = 2

export type SsoPurpose = 'sign_in' | 'link' | 'step_up' | 'test'

/** The outcome of a sign-in at the issuer. */
export interface SsoOutcome {
  readonly claims?: IssuerClaims
  readonly problem?: ProblemCode
}

export interface SignInStart {
  readonly purpose: SsoPurpose
  readonly connection: Connection
  /** The hash of a secret that the browser keeps: only that browser can fetch the result. */
  readonly challenge: string
  readonly accountId: number | null
  readonly sessionId: number | null
  readonly loginHint?: string
  readonly now: Date
}

export const redirectUri = (publicUrl: string, { clientSlug }: Pick<Connection, 'clientSlug'>): string =>
  `${publicUrl}/sso/${clientSlug}/callback`

const sealContext = (state: string): readonly string[] => ['sso_sign_in', hashToken(state).toString('hex')]

/** Begins a sign-in and returns the URL at the issuer that the browser opens. */
export async function beginAtIssuer(context: ApiContext, start: SignInStart): Promise<string> {
  const { connection, purpose, now } = start
  const { configuration } = await context.issuers.open(connection)
  const { cellNumber } = context.settings
  const [state, nonce, verifier] = [createToken(cellNumber), client.randomNonce(), client.randomPKCECodeVerifier()]
  const secrets = context.vault.seal(JSON.stringify({ nonce, verifier }), sealContext(state))
  await context.database.query(sql`insert into sso_sign_in
  (connection_id, purpose, account_id, session_id, state_hash, secrets, challenge, created_at, expires_at)
values (${connection.id}, ${purpose}, ${start.accountId}, ${start.sessionId}, ${hashToken(state)}, ${secrets},
  ${start.challenge}, ${now}, ${now}::timestamptz + make_interval(mins => ${maxMinutesAtIssuer}))`)
  const scopes = new Set(['openid', ...connection.scopes])
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(context.settings.publicUrl, connection),
    scope: [...scopes].join(' '),
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(start.loginHint !== undefined && { login_hint: start.loginHint }),
    // A step-up has to ask the user again, even if the issuer remembers them.
    ...(purpose === 'step_up' && { prompt: 'login', max_age: '0' }),
  }).href
}

export interface PendingSignIn {
  readonly id: number
  readonly connectionId: number
  readonly purpose: SsoPurpose
  readonly nonce: string
  readonly verifier: string
}

/** Finds the sign-in to which a response of the issuer belongs. Each sign-in accepts only one response. */
export async function takePendingSignIn(
  { database, vault }: Pick<ApiContext, 'database' | 'vault'>,
  { state, slug, now }: { readonly state: string; readonly slug: string; readonly now: Date },
): Promise<PendingSignIn | undefined> {
  const [found] = await database.query(sql<{ id: number; connectionId: number; purpose: SsoPurpose; secrets: string }>`
update sso_sign_in p set answered_at = ${now}
from sso_connection c left join sso_connection s on s.id = c.source_id
where p.state_hash = ${hashToken(state)} and c.id = p.connection_id and coalesce(s.slug, c.slug) = ${slug}
  and p.answered_at is null and p.expires_at > ${now}
returning p.id, p.connection_id as "connectionId", p.purpose, p.secrets`)
  if (!found) return undefined
  const { secrets, ...rest } = found
  return { ...rest, ...(JSON.parse(vault.open(secrets, sealContext(state))) as { nonce: string; verifier: string }) }
}

/** Stores the outcome of a sign-in, and returns the code with which the browser fetches it. */
export async function storeOutcome(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  { id, outcome, now }: { readonly id: number; readonly outcome: SsoOutcome; readonly now: Date },
): Promise<string> {
  const code = createToken(settings.cellNumber)
  await database.query(sql`update sso_sign_in set code_hash = ${hashToken(code)}, outcome = ${JSON.stringify(outcome)},
  expires_at = ${now}::timestamptz + make_interval(mins => ${maxMinutesToFetch}) where id = ${id}`)
  return code
}

export const deleteSignIn = (database: Database, id: number): Promise<unknown> =>
  database.query(sql`delete from sso_sign_in where id = ${id}`)

export interface FinishedSignIn extends SsoOutcome {
  readonly connectionId: number
  readonly purpose: SsoPurpose
  readonly accountId: number | null
  readonly sessionId: number | null
  readonly createdAt: Date
}

/** Finds the outcome of a step-up of the caller's session, without using it up. */
export async function findStepUp(
  db: StatementRunner,
  { code, caller, now }: { readonly code: string; readonly caller: Caller; readonly now: Date },
): Promise<(SsoOutcome & { readonly connectionId: number }) | undefined> {
  const [found] = await db.query(sql<{ connectionId: number; outcome: SsoOutcome }>`
select connection_id as "connectionId", outcome from sso_sign_in
where code_hash = ${hashToken(code)} and expires_at > ${now} and outcome is not null and purpose = 'step_up'
  and account_id = ${caller.accountId} and session_id = ${caller.sessionId}`)
  return found && { connectionId: found.connectionId, ...found.outcome }
}

/**
 * Fetches the outcome with the code and the secret of the browser that began the sign-in. A code can be used only once,
 * even if that fails.
 */
export async function fetchOutcome(
  database: Database,
  { code, code_verifier }: { readonly code: string; readonly code_verifier: string },
  now: Date,
): Promise<FinishedSignIn> {
  const [found] = await database.query(sql<
    FinishedSignIn & { challenge: string; outcome: SsoOutcome }
  >`delete from sso_sign_in
where code_hash = ${hashToken(code)} and expires_at > ${now} and outcome is not null
returning connection_id as "connectionId", purpose, account_id as "accountId", session_id as "sessionId",
  created_at as "createdAt", challenge, outcome`)
  if (!found || !isVerifier(code_verifier, found.challenge)) return reject('sso_sign_in_expired')
  const { outcome, challenge: _, ...rest } = found
  return { ...rest, ...outcome }
}

function isVerifier(verifier: string, challenge: string): boolean {
  const expected = createHash('sha256').update(verifier).digest()
  const given = Buffer.from(challenge, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
