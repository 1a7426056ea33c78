import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openObjectStore } from '@wachta/objects'
import { createNetworkList, type Process, until } from '@wachta/runtime'
import type { Static } from 'typebox'
import { createHandler } from './answer.ts'
import type { Config } from './config.ts'
import { watchPages } from './page-source.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { RenderedFiles } from './rendered-files.ts'

/** The pages process: serves status pages from the object store alone. */
export async function servePages({
  config,
  log,
  metrics,
  stopping,
  use,
  ready,
  check,
}: Process<Static<typeof Config>>): Promise<void> {
  const objects = use(await openObjectStore(config.OBJECTS_URL), 'object store')
  const source = watchPages({ objects, log, stopping, now: Date.now })
  const files = new RenderedFiles(Date.now)
  const processMetrics = createProcessMetrics(metrics, { source, files })
  // Later failures are no reason to send visitors away: what is in memory is served, and says from when it is.
  check('object store', async () => {
    if (!source.isLoaded()) throw new Error('the object store was not read yet')
  })
  const isTrustedProxy = createNetworkList(config.TRUSTED_PROXIES.split(',').map((entry) => entry.trim()))
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 },
    createHandler({ source, files, isTrustedProxy, log, onAnswer: processMetrics.answered }),
  )
  await listen(server, config.PAGES_HOST, config.PAGES_PORT)
  use({ [Symbol.asyncDispose]: () => close(server) }, 'HTTP server')
  log.info({ host: config.PAGES_HOST, port: (server.address() as AddressInfo).port }, 'serving status pages')
  ready()
  await until(stopping)
  await source.ended
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  await closed
}
