import type { Log } from '@wachta/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { normalizeAddress } from '../../platform/authentication/allow-list.ts'
import { tokenPattern } from '../../platform/authentication/tokens.ts'
import type { ApiContext } from '../../platform/context.ts'
import type { RequestLimit } from '../../platform/http/request-limit.ts'
import { fetchClaims } from './claims.ts'
import { findConnection } from './find-connection.ts'
import { deleteSignIn, type PendingSignIn, type SsoOutcome, storeOutcome, takePendingSignIn } from './pending.ts'
import { toProblem } from './problems.ts'

const statePattern = new RegExp(tokenPattern)

export interface SsoParts {
  readonly context: ApiContext
  readonly limit: Pick<RequestLimit, 'address' | 'account'>
  readonly log: Log
  readonly now: () => Date
}

type SlugRequest = FastifyRequest<{
  Params: { slug: string }
  Querystring: Record<string, string | string[] | undefined>
}>

/**
 * Serves the URL that issuers send browsers back to. It changes nothing but the sign-in that is under way, and hands
 * the browser a code in the fragment, which reaches no server and no log. Only the browser that began the sign-in can
 * use the code.
 */
export function serveCallback(app: FastifyInstance, parts: SsoParts): void {
  app.get('/sso/:slug/callback', async (request: SlugRequest, reply) => {
    const { context, limit, log, now } = parts
    await limit.address(normalizeAddress(request.ip))
    const { state } = request.query
    const { slug } = request.params
    const isState = typeof state === 'string' && statePattern.test(state)
    const pendingSignIn = isState ? await takePendingSignIn(context, { state, slug, now: now() }) : undefined
    if (!pendingSignIn || typeof state !== 'string')
      return redirectToWebApp(reply, context, { error: 'sso_sign_in_expired' })
    const outcome = await getOutcome(context, pendingSignIn, { url: request.url, state })
    const { problem } = outcome
    if (problem !== undefined)
      log.warn(
        { requestId: request.id, connection: pendingSignIn.connectionId, problem },
        'a sign-in with single sign-on failed',
      )
    // A test of a connection shows the error in detail.
    if (problem !== undefined && pendingSignIn.purpose !== 'test') {
      await deleteSignIn(context.database, pendingSignIn.id)
      return redirectToWebApp(reply, context, { error: 'sso_issuer_failed', problem })
    }
    const code = await storeOutcome(context, { id: pendingSignIn.id, outcome, now: now() })
    return redirectToWebApp(reply, context, { code, purpose: pendingSignIn.purpose })
  })
}

async function getOutcome(
  context: ApiContext,
  { connectionId, nonce, verifier }: PendingSignIn,
  { url, state }: { readonly url: string; readonly state: string },
): Promise<SsoOutcome> {
  try {
    const connection = await findConnection(context.database, sql`c.id = ${connectionId}`)
    if (!connection) return { problem: 'issuer_rejected' }
    const issuer = await context.issuers.open(connection)
    const answer = { url: new URL(url, context.settings.publicUrl), state, nonce, verifier }
    return { claims: await fetchClaims(issuer, connection, answer) }
  } catch (error) {
    return { problem: toProblem(error) }
  }
}

/** Sends the browser on to the web app. */
function redirectToWebApp(
  reply: FastifyReply,
  { settings }: ApiContext,
  fragment: Record<string, string>,
): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .redirect(`${settings.publicUrl}/sso/finish#${new URLSearchParams(fragment)}`, 303)
}
