import { randomBytes } from 'node:crypto'
import { applicationScopes, getGrantEnd } from '@wachta/domain'
import { type Call, closed, nameSchema, reject } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { hasTwoFactor } from '../../platform/authentication/identity.ts'
import { hashToken } from '../../platform/authentication/tokens.ts'

/** The facts that the consent screen shows. */
export const requestView = nameSchema(
  'application_request',
  Type.Object(
    {
      application_name: Type.String(),
      client_id: Type.String(),
      registered_by: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The name of the account that registered the application; null for the installation.',
      }),
      redirect_host: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Where the answer is sent; null for a device.',
      }),
      client_ip_address: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The IP address of the device that shows the code; null otherwise.',
      }),
      scopes: Type.Array(Type.String(), { description: 'What it asks for.' }),
      expires_at: Type.String({ format: 'dateTime' }),
    },
    closed,
  ),
)

export const scopesField = Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...applicationScopes] }), {
  minItems: 1,
  maxItems: applicationScopes.length,
  uniqueItems: true,
  description: 'The scopes to grant, out of the requested ones.',
})

/** A request for access that waits for a decision. */
export interface PendingRequest {
  readonly applicationId: number
  readonly applicationName: string
  readonly clientId: string
  readonly registeredBy: string | null
  readonly payload: {
    readonly params: {
      readonly scope?: string
      readonly redirect_uri?: string
      readonly max_age?: number | string
      readonly prompt?: string
    }
    readonly deviceInfo?: { readonly ip?: string }
    readonly iat: number
    readonly result?: unknown
    readonly accountId?: string
    readonly error?: string
  }
  readonly expiresAt: string
}

/** Finds a request that is not decided yet, and locks it if it is about to be decided. */
export async function findRequest(
  where: RawBuilder<unknown>,
  call: Call,
  lock = sql``,
): Promise<PendingRequest | undefined> {
  const [found] = await call.db.query(sql<PendingRequest>`select y.id as "applicationId", y.name as "applicationName",
  y.client_id as "clientId", o.name as "registeredBy", r.payload, wire_time(r.expires_at) as "expiresAt"
from oauth_record r join application y on y.id = r.application_id left join account o on o.id = y.owner_id
where ${where} and r.expires_at > ${call.now} and r.consumed_at is null
  and not (r.payload ?| array['result', 'accountId', 'error']) ${lock}`)
  return found
}

export const toView = ({ applicationName, clientId, registeredBy, payload, expiresAt }: PendingRequest) => ({
  application_name: applicationName,
  client_id: clientId,
  registered_by: registeredBy,
  redirect_host: payload.params.redirect_uri === undefined ? null : new URL(payload.params.redirect_uri).host,
  client_ip_address: payload.deviceInfo?.ip ?? null,
  scopes: readRequestedScopes(payload),
  expires_at: expiresAt,
})

/** The scopes of the request, without unknown ones, which are ignored as OAuth 2 allows. */
const readRequestedScopes = ({ params }: PendingRequest['payload']): string[] =>
  (params.scope ?? '').split(' ').filter((scope) => applicationScopes.includes(scope))

/** A grant, and for the ID token when and how the person proved who they are. */
export interface AuthenticationProof {
  readonly grantId: number
  readonly authTime: number
  readonly amr: readonly string[]
}

/**
 * Gives an application access to the account of the caller. The access outlives the session, so a stolen token must not
 * suffice: a step-up is required, and a more recent step-up if the application asks for a recent sign-in.
 */
export async function grantAccess(
  request: PendingRequest,
  scopes: readonly string[],
  call: Call,
): Promise<AuthenticationProof> {
  const accountId = call.caller.accountId ?? reject('forbidden')
  const unrequestedScopes = scopes.filter((scope) => !readRequestedScopes(request.payload).includes(scope))
  if (unrequestedScopes.length > 0)
    reject('scope_not_requested', 'data.scopes', { scopes: unrequestedScopes.join(', ') })
  await call.requireStepUp()
  const proof = await findProof(request, call)
  const { applicationId, applicationName } = request
  const [inserted] = await call.db.query(sql<{ id: number }>`insert into application_grant
  (account_id, application_id, scopes, created_at, expires_at)
values (${accountId}, ${applicationId}, ${scopes}, ${call.now}, ${getGrantEnd(scopes, call.now)}) returning id`)
  if (!inserted) throw new Error('no grant was stored')
  const after = { application_id: applicationId, application_name: applicationName, scopes }
  await call.record({ resource: 'application_grant', id: inserted.id, accountId, before: null, after })
  return { ...proof, grantId: inserted.id }
}

async function findProof({ payload }: PendingRequest, call: Call): Promise<Omit<AuthenticationProof, 'grantId'>> {
  const [session] = await call.db.query(sql<{ authTime: number; hasTwoFactor: boolean }>`select
  extract(epoch from least(s.stepped_up_at, ${call.now}::timestamptz))::int as "authTime", ${hasTwoFactor} as "hasTwoFactor"
from session s join account a on a.id = s.account_id join credential c on c.account_id = a.id where s.id = ${call.caller.sessionId}::bigint`)
  if (!session) return reject('session_required')
  const { max_age, prompt } = payload.params
  const notBefore = Math.max(
    max_age === undefined ? 0 : Math.floor(call.now.getTime() / 1000) - Number(max_age),
    prompt?.split(' ').includes('login') ? payload.iat : 0,
  )
  if (session.authTime < notBefore) reject('step_up_required')
  return { authTime: session.authTime, amr: session.hasTwoFactor ? ['mfa'] : ['pwd'] }
}

/** Creates the ticket with which the browser continues after the decision, and the hash that is stored. */
export function createTicket(): { readonly ticket: string; readonly hash: Buffer } {
  const ticket = randomBytes(24).toString('base64url')
  return { ticket, hash: hashToken(ticket) }
}
