import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openObjectStore } from '@wachta/objects'
import { createNetworkList, type Process, waitUntilAborted } from '@wachta/runtime'
import { createVault } from '@wachta/runtime/vault'
import type { Static } from 'typebox'
import { createVisitorAdmission } from './admission.ts'
import { createCertificates } from './certificates.ts'
import { createChallenges } from './challenges.ts'
import type { Config } from './config.ts'
import { createHandler } from './handler.ts'
import { watchPages } from './page-source.ts'
import { createProcessMetrics } from './process-metrics.ts'
import { RenderedFiles } from './rendered-files.ts'
import { limitSlowVisitors, timeouts } from './timeouts.ts'
import { createTlsServer } from './tls-server.ts'

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
  const source = watchPages({ objects, log, stopping, now: Date.now, elapsed: () => performance.now() })
  const files = new RenderedFiles(Date.now)
  const processMetrics = createProcessMetrics(metrics, { source, files })
  // Later failures must not stop traffic: pages in memory are served with their age.
  check('object store', async () => {
    if (!source.isLoaded()) throw new Error('the object store was not read yet')
  })
  const isTrustedProxy = createNetworkList(config.TRUSTED_PROXIES.split(',').map((entry) => entry.trim()))
  const admit = createVisitorAdmission({ url: config.API_URL, log })
  const handler = createHandler({
    ...{ source, files, isTrustedProxy, admit, log, now: Date.now, onAnswer: processMetrics.countResponse },
    challenges: createChallenges(objects, Date.now),
    hasTls: config.PAGES_TLS_PORT !== undefined,
  })
  const server = limitSlowVisitors(createServer(timeouts, handler))
  const port = await serve(server, config.PAGES_PORT)
  log.info({ host: config.PAGES_HOST, port }, 'serving status pages')
  if (config.PAGES_TLS_PORT !== undefined) {
    const find = createCertificates({ objects, source, log, vault: createVault(readKeys(config)) })
    const tlsPort = await serve(
      createTlsServer({ find, handler, onHandshakeFailed: processMetrics.countFailedHandshake }),
      config.PAGES_TLS_PORT,
    )
    log.info({ host: config.PAGES_HOST, port: tlsPort }, 'serving status pages with TLS')
  }
  ready()
  await waitUntilAborted(stopping)
  await source.ended

  async function serve(one: Server, port: number): Promise<number> {
    await listen(one, config.PAGES_HOST, port)
    use({ [Symbol.asyncDispose]: () => close(one) }, 'HTTP server')
    return (one.address() as AddressInfo).port
  }
}

function readKeys({ PAGES_KEYS: keys }: Static<typeof Config>): string {
  if (keys === undefined) throw new Error('PAGES_TLS_PORT needs PAGES_KEYS, those of the reporter')
  return keys
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
