import type { Language } from '@wachta/domain'
import { ApiError, type Registry } from '@wachta/resource'
import type { Log } from '@wachta/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plainAddress } from '../authentication/allow-list.ts'
import { databaseViolation, withoutData } from '../errors/database.ts'
import { acceptedLanguage } from './language.ts'
import { type HtmlPage, sendPage } from './page.ts'
import type { RequestLimit } from './request-limit.ts'

/** Why a link leads to no page of its own. */
export type LinkProblem = 'unknown' | 'busy' | 'unavailable'

const statuses: Readonly<Record<LinkProblem, number>> = { unknown: 404, busy: 429, unavailable: 503 }

export interface LinkedPageParts {
  readonly registry: Registry
  readonly limit: Pick<RequestLimit, 'address'>
  readonly log: Log
}

/** One request for the page that a link leads to. */
export interface Visit {
  readonly request: FastifyRequest
  readonly token: string
  /** The language that the browser asks for, if it is one of ours. */
  readonly language: Language | undefined
  /** Whether the button was pressed. */
  readonly isPressed: boolean
}

export interface LinkedPage {
  /** In front of the token. */
  readonly path: string
  /** For the log, where it cannot be shown. */
  readonly failure: string
  /** The page, or undefined where the link leads nowhere. */
  show(visit: Visit): Promise<HtmlPage | undefined>
  problem(problem: LinkProblem, language: Language): HtmlPage
}

/**
 * A page that a link in a mail or a message leads to. Opening it changes nothing, because programs that read mail follow
 * links too; the button on it acts.
 */
export function serveLinkedPage(app: FastifyInstance, parts: LinkedPageParts, page: LinkedPage): void {
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: `${page.path}/:token`,
      handler: async (request, reply) => {
        const language = acceptedLanguage(request.headers['accept-language'])
        const fail = (problem: LinkProblem) =>
          sendPage(reply, statuses[problem], page.problem(problem, language ?? 'en'))
        try {
          await parts.limit.address(plainAddress(request.ip))
          const { token } = request.params as { token: string }
          const shown = await page.show({ request, token, language, isPressed: method === 'POST' })
          return shown === undefined ? fail('unknown') : sendPage(reply, 200, shown)
        } catch (error) {
          if (error instanceof ApiError) {
            reply.header('retry-after', String(error.violations[0]?.params?.['seconds'] ?? 1))
            return fail('busy')
          }
          if (databaseViolation(error, parts.registry)?.symbol !== 'unavailable')
            parts.log.error({ requestId: request.id, err: withoutData(error) }, page.failure)
          return fail('unavailable')
        }
      },
    })
}
