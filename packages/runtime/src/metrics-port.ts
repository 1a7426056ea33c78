import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from '@prometheus-io/client'
import type { Logger } from 'pino'

interface MetricsPortOptions {
  readonly host: string
  readonly port: number
  readonly metrics: Registry
  readonly log: Logger
  listFailingChecks(): Promise<string[]>
  /** Additional pages for operators, by path; served as JSON. */
  readonly pages: ReadonlyMap<string, () => unknown>
}

/** Serves metrics, health and other pages for operators on a separate port. */
export async function openMetricsPort(
  options: MetricsPortOptions,
): Promise<AsyncDisposable & { readonly port: number }> {
  const { host, port, log } = options
  const server = createServer((request, response) => {
    answerRequest(options, request, response).catch((err) => {
      log.error({ err, url: request.url }, 'the metrics port could not answer')
      response.writeHead(500).end()
    })
  })
  server.listen(port, host)
  await once(server, 'listening').catch((cause) => {
    throw new Error(`cannot listen on METRICS_HOST ${host} and METRICS_PORT ${port}: choose others`, { cause })
  })
  const { address, port: actualPort } = server.address() as AddressInfo
  log.info({ host: address, port: actualPort }, 'serving metrics, health and readiness')
  return {
    port: actualPort,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close')
      server.close()
      // A client that keeps its connection busy must not delay the shutdown.
      server.closeAllConnections()
      await closed
    },
  }
}

const paths = ['/metrics', '/health', '/ready']

async function answerRequest(
  options: MetricsPortOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { metrics } = options
  const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined
  if (path === '/metrics') {
    response.setHeader('content-type', metrics.contentType).end(await metrics.metrics())
  } else if (path === '/health') {
    sendJson(response, 200, { alive: true })
  } else if (path === '/ready') {
    const failing = await options.listFailingChecks()
    const ready = failing.length === 0
    sendJson(response, ready ? 200 : 503, { ready, failing })
  } else {
    const page = options.pages.get(path ?? '')
    if (page) sendJson(response, 200, page())
    else sendJson(response, 404, { try: [...paths, ...options.pages.keys()].map((each) => `GET ${each}`) })
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
