import type { Database } from '@wachta/database'
import type { Language } from '@wachta/domain'
import { Refusal, type Registry } from '@wachta/resource'
import type { Log } from '@wachta/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { confirmAddress, findAddress } from '../accounts/confirm-address.ts'
import { plainAddress } from '../authentication/allow-list.ts'
import { databaseFault, withoutData } from '../errors/database.ts'
import { confirmPage, confirmProblemPage, type Problem } from './confirm-page.ts'
import { acceptedLanguage } from './language.ts'
import { sendPage } from './page.ts'
import type { RequestLimit } from './request-limit.ts'

export interface ConfirmParts {
  readonly database: Database
  readonly registry: Registry
  readonly limit: Pick<RequestLimit, 'address'>
  readonly log: Log
  readonly now: () => Date
}

/**
 * The page that the link in a mail leads to when an address is to be confirmed. Opening it changes nothing, because
 * programs that read mail follow links too; the button confirms.
 */
export function serveConfirm(app: FastifyInstance, parts: ConfirmParts): void {
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/confirm/:token',
      handler: async (request, reply) => {
        const language = acceptedLanguage(request.headers['accept-language'])
        try {
          await parts.limit.address(plainAddress(request.ip))
          return await answer(request, reply, language, method === 'POST')
        } catch (error) {
          return fail(error, request, reply, language ?? 'en')
        }
      },
    })

  async function answer(request: FastifyRequest, reply: FastifyReply, wanted: Language | undefined, confirms: boolean) {
    const { token } = request.params as { token: string }
    const found = await findAddress(parts.database, token, parts.now())
    if (!found) return sendPage(reply, 404, confirmProblemPage('unknown', wanted ?? 'en'))
    const language = wanted ?? found.language
    const from = { id: request.id, address: plainAddress(request.ip) }
    const isDone = confirms && (await confirmAddress(parts, token, from))
    return sendPage(reply, 200, confirmPage(found, language, isDone))
  }

  function fail(error: unknown, { id }: FastifyRequest, reply: FastifyReply, language: Language): FastifyReply {
    const problem: Problem = error instanceof Refusal ? 'busy' : 'unavailable'
    if (error instanceof Refusal) reply.header('retry-after', String(error.faults[0]?.params?.['seconds'] ?? 1))
    else if (databaseFault(error, parts.registry)?.symbol !== 'unavailable')
      parts.log.error({ requestId: id, err: withoutData(error) }, 'the page for confirming an address failed')
    return sendPage(reply, problem === 'busy' ? 429 : 503, confirmProblemPage(problem, language))
  }
}
