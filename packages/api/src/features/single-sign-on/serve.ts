import type { FastifyInstance } from 'fastify'
import { serveCallback } from './callback.ts'
import { serveLogout } from './logout.ts'
import { type ScimParts, serveScim } from './scim/serve-scim.ts'

/** Serves what issuers and directories call: the callback, back-channel logout, and SCIM. */
export function serveSingleSignOn(app: FastifyInstance, parts: ScimParts): void {
  serveCallback(app, parts)
  serveLogout(app, parts)
  serveScim(app, parts)
}
