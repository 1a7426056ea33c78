import type { FastifyInstance } from 'fastify'

/** The credentials, the address and the program with which requests are made. */
export interface OwnRouteCaller {
  readonly authorization: string
  readonly address: string
  readonly requestId: string
  readonly client: string | undefined
}

/**
 * Returns a `fetch` that hands requests to the routes of this server, without a network. A tool thus passes every gate
 * that any other client passes: credentials, scopes, permissions, limits, validation, audit, log and metrics.
 */
export const createOwnRouteFetch =
  (app: FastifyInstance, { authorization, address, requestId, client }: OwnRouteCaller): typeof fetch =>
  async (url, { method = 'GET', headers, body } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: String(url),
      headers: {
        ...(headers as Record<string, string>),
        authorization,
        'x-request-id': requestId,
        ...(client !== undefined && { 'x-client': `mcp ${client}` }),
      },
      ...(typeof body === 'string' && { payload: body }),
      remoteAddress: address,
    })
    const fields = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return new Response(answer.rawPayload.length === 0 ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: fields,
    })
  }
