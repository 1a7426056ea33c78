import { ApiError, type Caller, type Operation, reject } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'
import type { AuthResult } from '../authentication/authenticator.ts'
import { requireScopes } from '../authentication/scope-access.ts'
import { recordSecurityEvents } from '../http/security-events.ts'
import type { ServerParts } from '../http/server-parts.ts'

/** The name of requests to the MCP server in logs and metrics. */
export const mcpOperation = { id: 'mcp', method: 'POST' } as const

export interface McpAccess
  extends Pick<ServerParts, 'operations' | 'registry' | 'authenticator' | 'limit' | 'now' | 'security'> {
  readonly publicUrl: string
}

/** A program, and the account that it acts for. */
export interface Program {
  readonly caller: Caller
  readonly rights: ProgramRights
}

/** The access that the credentials of a program give; operations check permissions on rows. */
export interface ProgramRights {
  readonly allows: (operationId: string) => boolean
  readonly canWrite: boolean
}

/**
 * Authenticates a program by its API key or access token. Sessions and passwords are rejected: they could do everything
 * their holder can, and would be kept in the settings of an assistant.
 */
export async function authenticateProgram(
  parts: McpAccess,
  request: FastifyRequest,
  address: string,
): Promise<Program> {
  const { authorization, origin } = request.headers
  let found: AuthResult | undefined
  await recordSecurityEvents(parts, { operation: mcpOperation, request, address }, async (onIdentified) => {
    // Stricter than elsewhere: a page that rebinds its name to this server has an Origin that equals the Host.
    if (origin !== undefined && origin !== parts.publicUrl) reject('cross_site_request')
    const credentials = authorization ?? reject('authentication_required')
    found = await parts.authenticator.authenticate(credentials, address, parts.now())
    onIdentified(found.identity)
    if (found.session !== null || found.carriesPassword) reject('mcp_needs_api_key')
    await parts.limit.account(found.caller.actsFor ?? found.identity.accountId, found.identity.requestsPerMinute)
    return undefined
  })
  const caller = found?.caller ?? reject('authentication_required')
  return { caller, rights: toRights(caller, parts) }
}

function toRights(caller: Caller, { operations, registry }: McpAccess): ProgramRights {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  return {
    allows: (id) => isAllowed(byId.get(id), caller, registry),
    canWrite: !caller.readOnly,
  }
}

function isAllowed(operation: Operation | undefined, caller: Caller, registry: McpAccess['registry']): boolean {
  if (operation === undefined) return false
  try {
    requireScopes(operation, caller, registry)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
