import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** How one request fails; undefined forwards it. */
export type Trouble = ((response: ServerResponse) => void) | 'answer lost' | undefined

/** A proxy to the service whose requests fail as configured. */
export interface UnsteadyServer extends AsyncDisposable {
  readonly baseUrl: string
  /** How many requests have arrived, and how many of them reached the service. */
  readonly counted: { came: number; passed: number }
  /** Sets the failures of the next requests, in order; later requests are forwarded. */
  meets(...troubles: Trouble[]): void
}

export async function startUnsteady(target: string): Promise<UnsteadyServer> {
  let waiting: Trouble[] = []
  const counted = { came: 0, passed: 0 }
  const server = createServer(async (request, response) => {
    counted.came += 1
    const body = await buffer(request)
    const trouble = waiting.shift()
    if (typeof trouble === 'function') return trouble(response)
    counted.passed += 1
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? '',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        hopByHop.has(name) ? [] : [[name, String(value)] as [string, string]],
      ),
      ...(body.length > 0 && { body }),
    })
    const content = Buffer.from(await answer.arrayBuffer())
    if (trouble === 'answer lost') return void response.destroy()
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(content)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counted,
    meets(...troubles) {
      waiting = troubles
      counted.came = 0
      counted.passed = 0
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const disconnects = (response: ServerResponse): void => void response.destroy()

/** Rejects a request with a status, and with a Retry-After header if given. */
export const refuses =
  (status: number, retryAfter?: number) =>
  (response: ServerResponse): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    })
    response.end(JSON.stringify([{ code: 9999, error: 'busy', message: 'Busy.' }]))
  }

const hopByHop = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])
