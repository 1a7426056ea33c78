import type { Database } from '@wachta/database'
import type { Language } from '@wachta/domain'
import { ApiError, type Registry } from '@wachta/resource'
import type { Log } from '@wachta/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { normalizeAddress } from '../authentication/allow-list.ts'
import { omitData, toDatabaseViolation } from '../errors/database.ts'
import { isLinkDeparted } from './departed.ts'
import { getAcceptedLanguage } from './language.ts'
import { type HtmlPage, sendPage } from './page.ts'
import type { RequestLimit } from './request-limit.ts'

/** The reason why a link shows an error page. */
export type LinkProblem = 'unknown' | 'busy' | 'unavailable'

const statuses: Readonly<Record<LinkProblem, number>> = { unknown: 404, busy: 429, unavailable: 503 }

export interface LinkedPageParts {
  readonly database: Database
  readonly registry: Registry
  readonly limit: Pick<RequestLimit, 'address'>
  readonly log: Log
}

/** One request for the page that a link leads to. */
export interface Visit {
  readonly request: FastifyRequest
  readonly token: string
  /** The preferred language of the browser, if it is supported. */
  readonly language: Language | undefined
  /** Whether the button was pressed. */
  readonly isPressed: boolean
}

export interface LinkedPage {
  /** The path up to the token. */
  readonly path: string
  /** The log message if rendering fails. */
  readonly failureMessage: string
  /** Renders the page; undefined if the token is not valid. */
  render(visit: Visit): Promise<HtmlPage | undefined>
  renderProblem(problem: LinkProblem, language: Language): HtmlPage
}

/**
 * Serves a page that links in messages open. A GET changes nothing, because mail scanners follow links too; only
 * the button on the page, which sends a POST, acts.
 */
export function serveLinkedPage(app: FastifyInstance, parts: LinkedPageParts, page: LinkedPage): void {
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: `${page.path}/:token`,
      handler: async (request, reply) => {
        const language = getAcceptedLanguage(request.headers['accept-language'])
        const fail = (problem: LinkProblem) =>
          sendPage(reply, statuses[problem], page.renderProblem(problem, language ?? 'en'))
        try {
          await parts.limit.address(normalizeAddress(request.ip))
          const { token } = request.params as { token: string }
          if (await isLinkDeparted(parts.database, { path: page.path, token })) return fail('unavailable')
          const rendered = await page.render({ request, token, language, isPressed: method === 'POST' })
          return rendered === undefined ? fail('unknown') : sendPage(reply, rendered.status ?? 200, rendered)
        } catch (error) {
          if (error instanceof ApiError) {
            reply.header('retry-after', String(error.violations[0]?.params?.['seconds'] ?? 1))
            return fail('busy')
          }
          if (toDatabaseViolation(error, parts.registry)?.symbol !== 'unavailable')
            parts.log.error({ requestId: request.id, err: omitData(error) }, page.failureMessage)
          return fail('unavailable')
        }
      },
    })
}
