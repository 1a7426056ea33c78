import type { AccessScope } from '@wachta/domain'
import type { FastifyInstance } from 'fastify'
import { getIssuer } from '../oauth/provider.ts'

export const mcpPath = '/mcp'
const metadataPath = `/.well-known/oauth-protected-resource${mcpPath}`

/**
 * The scopes that clients request by default, all of them read-only.
 * A client that changes something must request more scopes or use an API key.
 */
const readOnlyScopes: readonly AccessScope[] = ['services:read', 'incidents:read', 'maintenance:read', 'sensors:read']

/** Serves the metadata by which clients find out where to get an access token (RFC 9728). */
export function serveProtectedResource(app: FastifyInstance, publicUrl: string): void {
  const text = JSON.stringify({
    resource: `${publicUrl}${mcpPath}`,
    resource_name: 'Wachta',
    authorization_servers: [getIssuer(publicUrl)],
    scopes_supported: readOnlyScopes,
    bearer_methods_supported: ['header'],
  })
  app.get(metadataPath, (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('access-control-allow-origin', '*').send(text),
  )
}

/** The header of an answer with status 401, which leads clients to the metadata. */
export const buildBearerChallenge = (publicUrl: string, hadToken: boolean): string =>
  `Bearer ${hadToken ? 'error="invalid_token", ' : ''}resource_metadata="${publicUrl}${metadataPath}"`
