import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jwtVerify } from 'jose'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit.ts'
import { normalizeAddress } from '../../platform/authentication/allow-list.ts'
import type { Authenticator } from '../../platform/authentication/authenticator.ts'
import { hashToken } from '../../platform/authentication/tokens.ts'
import { idTokenAlgorithms } from '../../platform/issuers/issuers.ts'
import type { SsoParts } from './callback.ts'
import { type Connection, findConnection } from './find-connection.ts'
import { IssuerProblem, toProblem } from './problems.ts'

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 120
const toleranceSeconds = 30
/** How long used tokens are remembered: longer than a token is accepted. */
const usedTokenRetentionMinutes = 10
const maxTokenLength = 16_384

interface Logout {
  readonly subject: string | undefined
  readonly session: string | undefined
  readonly tokenId: string
}

export interface LogoutParts extends SsoParts {
  readonly authenticator: Pick<Authenticator, 'forget'>
}

/** Serves back-channel logout: the issuer reports that a user signed out there, and their sessions end here too. */
export function serveLogout(app: FastifyInstance, parts: LogoutParts): void {
  app.post('/sso/:slug/logout', async (request: FastifyRequest<{ Params: { slug: string } }>, reply) => {
    const { context, limit, log } = parts
    await limit.address(normalizeAddress(request.ip))
    reply.header('cache-control', 'no-store')
    try {
      const connection = await findConnection(
        context.database,
        sql`c.slug = ${request.params.slug} and c.source_id is null`,
      )
      if (!connection) throw new IssuerProblem('issuer_rejected')
      const logout = await readLogout(context, connection, readToken(request.body))
      const ended = await endUserSessions(parts, connection, { logout, requestId: request.id })
      parts.authenticator.forget()
      log.info({ requestId: request.id, connection: connection.id, ended }, 'an issuer ended sessions')
      return reply.code(200).send()
    } catch (error) {
      log.warn({ requestId: request.id, problem: toProblem(error) }, 'a logout token was rejected')
      return reply.code(400).type('application/json').send('{"error":"invalid_request"}')
    }
  })
}

function readToken(body: unknown): string {
  const token = body instanceof Buffer ? new URLSearchParams(body.toString('utf8')).get('logout_token') : null
  if (token === null || token.length > maxTokenLength) throw new IssuerProblem('token_invalid')
  return token
}

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
async function readLogout({ issuers }: SsoParts['context'], connection: Connection, token: string): Promise<Logout> {
  const { keys } = await issuers.open(connection)
  const { payload } = await jwtVerify(token, keys, {
    issuer: connection.issuer,
    audience: connection.clientId,
    algorithms: idTokenAlgorithms,
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: maxAgeSeconds,
    clockTolerance: toleranceSeconds,
  })
  const { sub, sid, jti, events } = payload
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
  // A nonce is forbidden, so that no ID token passes for a logout token.
  if (!isLogout || 'nonce' in payload || typeof jti !== 'string') throw new IssuerProblem('token_invalid')
  if (sub === undefined && typeof sid !== 'string') throw new IssuerProblem('token_invalid')
  return { subject: sub, session: typeof sid === 'string' ? sid : undefined, tokenId: jti }
}

/** Ends the sessions that the token names, also of sub-accounts that use the same issuer. Each token acts once. */
async function endUserSessions(
  { context, now }: SsoParts,
  { id, issuer }: Connection,
  { logout, requestId }: { readonly logout: Logout; readonly requestId: string },
): Promise<number> {
  const { subject = null, session = null, tokenId } = logout
  const at = now()
  return context.database.transaction(async (db) => {
    const inserted = await db.query(sql`insert into sso_logout (connection_id, token_hash, expires_at)
values (${id}, ${hashToken(tokenId)}, ${at}::timestamptz + make_interval(mins => ${usedTokenRetentionMinutes})) on conflict do nothing returning 1`)
    if (inserted.length === 0) throw new IssuerProblem('token_invalid')
    const ended = await db.query(sql<{ id: number; accountId: number }>`delete from session s using sso_identity i
where i.account_id = s.account_id and i.issuer = ${issuer}
  and s.sso_connection_id in (select c.id from sso_connection c where ${id} in (c.id, c.source_id))
  and (${session}::text is null or s.sso_session = ${session}::text) and (${subject}::text is null or i.subject = ${subject}::text)
returning s.id, s.account_id as "accountId"`)
    await writeAudit(
      { db, registry: context.searcher.registry },
      ended.map((one) => ({
        resource: 'session',
        id: one.id,
        accountId: one.accountId,
        before: { scope: 'customer' },
        after: null,
      })),
      {
        operation: 'sso_logout',
        caller: { accountId: null, sessionId: null, scope: 'system' },
        request: { id: requestId, address: null },
        now: at,
      },
    )
    return ended.length
  })
}
