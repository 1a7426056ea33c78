import type { FastifyInstance } from 'fastify'
import { normalizeAddress } from '../../platform/authentication/allow-list.ts'
import { type LinkedPageParts, serveLinkedPage } from '../../platform/http/linked-page.ts'
import { acceptAddress, findAddress } from './confirm-address.ts'
import { renderConfirmPage, renderConfirmProblemPage } from './confirm-page.ts'

export interface ConfirmParts extends LinkedPageParts {
  readonly now: () => Date
}

/** Serves the page on which the recipient of an e-mail confirms the address. */
export function serveConfirm(app: FastifyInstance, parts: ConfirmParts): void {
  serveLinkedPage(app, parts, {
    path: '/confirm',
    failureMessage: 'the page for confirming an address failed',
    renderProblem: renderConfirmProblemPage,
    async render({ request, token, language, isPressed }) {
      const found = await findAddress(parts.database, token, parts.now())
      if (!found) return undefined
      const source = { id: request.id, address: normalizeAddress(request.ip) }
      const isDone = isPressed && (await acceptAddress(parts, token, source))
      return renderConfirmPage(found, language ?? found.language, isDone)
    },
  })
}
