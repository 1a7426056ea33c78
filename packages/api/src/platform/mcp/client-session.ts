import { randomUUID } from 'node:crypto'
import { type ClientInfo, getClientName } from '@wachta/mcp'

/**
 * Clients of protocol versions before 2026 send their name only once, in `initialize`. The session id contains the
 * name, so that no process has to remember it: clients send the id back with every request. The id grants no access.
 */
export function createSessionId(body: unknown): string | undefined {
  const { method, params } = body as { method?: unknown; params?: { clientInfo?: ClientInfo } }
  if (method !== 'initialize') return undefined
  const name = getClientName(params?.clientInfo)
  return name === undefined ? undefined : `${name};${randomUUID()}`
}

/** Returns the name of the client in a session id. */
export const readSessionId = (id: unknown): string | undefined =>
  typeof id === 'string' ? /^([\w.-]{1,48}(?:\/[\w.-]{1,16})?);[0-9a-f-]{36}$/.exec(id)?.[1] : undefined
