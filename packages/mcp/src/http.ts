import { createMcpHandler } from '@modelcontextprotocol/server'
import { createClient } from '@wachta/client'
import { createToolServer, type ToolServerParts } from './server.ts'

export interface HttpParts extends Omit<ToolServerParts, 'connect'> {
  /** Returns a `fetch` that reaches the API as the caller and names the MCP client. */
  readonly fetchAs: (client: string | undefined) => typeof fetch
  readonly onError: (error: Error) => void
}

/**
 * Answers one request of the Streamable HTTP transport with a new server, so that nothing is kept between requests and
 * any process can answer the next one. The caller was already authenticated, and the body parsed.
 */
export function answerHttpRequest(request: Request, body: unknown, { fetchAs, onError, ...parts }: HttpParts) {
  const connect: ToolServerParts['connect'] = ({ client, signal }) =>
    createClient({
      baseUrl: '/v3',
      fetch: fetchAs(client),
      language: () => 'en',
      // The response says how long to wait; a held request would look like a hanging tool.
      retry: false,
      signal,
    })
  const handler = createMcpHandler(() => createToolServer({ ...parts, connect }), {
    // The list of tools does not change during a request, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    onerror: onError,
  })
  return handler.fetch(request, body === undefined ? {} : { parsedBody: body })
}
