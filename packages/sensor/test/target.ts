import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A web server that answers immediately and counts requests. */
export async function target(): Promise<{ readonly url: string; requests: number } & AsyncDisposable> {
  const server = createServer((_, response) => {
    served.requests += 1
    response.end('well')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const served = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return served
}
