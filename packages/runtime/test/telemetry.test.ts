import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { start } from './child.ts'

interface Traces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { key: string; value: { stringValue?: string } }[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        name: string
        kind: number
        traceId: string
        attributes: readonly { key: string; value: object }[]
      }[]
    }[]
  }[]
}

const spansOf = (received: readonly { body: Traces }[]) =>
  received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

async function openCollector(answer = (response: ServerResponse): unknown => response.end('{}')) {
  const received: { path: string; body: Traces }[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: (await json(request)) as Traces })
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, endpoint: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() }
}

test('with a collector, the span of a request has arrived there when the process has stopped', async (t) => {
  const collector = await openCollector()
  t.after(collector.close)
  const child = start('traced', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    // Long enough that only the flush at the stop can have sent the span.
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  })
  const { port, sdk } = await child.line('listening')
  assert.equal(sdk, true)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()
  assert.equal(await get('/greeting?token=canary&key=canary&entry=canary&fields=id'), headers.traceparent)
  await get('/sso/example/callback?code=canary&state=canary')
  // A URL with a secret creates no span.
  for (const path of ['acknowledge', 'confirm', 'confirm_subscription', 'subscription', 'unsubscribe', 'v3/heartbeats'])
    await get(`/${path}/canary`)
  await child.get('/health')
  child.process.kill('SIGTERM')
  assert.equal((await child.ended()).code, 0)

  assert.deepEqual(
    collector.received.map(({ path }) => path),
    ['/v1/traces'],
  )
  const resources = collector.received.flatMap(({ body }) => body.resourceSpans)
  const names = resources.flatMap(({ resource }) => resource.attributes).filter(({ key }) => key === 'service.name')
  assert.deepEqual(
    names.map(({ value }) => value.stringValue),
    ['wachta'],
  )
  const spans = spansOf(collector.received)
  assert.deepEqual(
    spans.map((span) => [span.name, span.kind, span.traceId]),
    Array.from({ length: 2 }, () => ['GET', 2, traceId]),
  )
  assert.match(JSON.stringify(spans[0]?.attributes), /greeting.*fields=id/)
  assert.doesNotMatch(JSON.stringify(spans), /canary/)
})

for (const [what, answer] of [
  ['does not answer', () => {}],
  ['refuses', (response: ServerResponse) => response.writeHead(400).end('no')],
] as const)
  test(`a collector that ${what} does not disturb the shutdown`, async (t) => {
    const collector = await openCollector(answer)
    t.after(collector.close)
    const child = start('traced', {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
      OTEL_SERVICE_NAME: 'lonely',
      STOP_TIMEOUT_MS: '20000',
    })
    const { port } = await child.line('listening')
    await (await fetch(`http://127.0.0.1:${port}/`)).text()
    child.process.kill('SIGTERM')
    assert.equal((await child.ended()).code, 0)
    assert.match(JSON.stringify(collector.received), /lonely/)
  })

test('outgoing requests carry no trace and create no span', async (t) => {
  const collector = await openCollector()
  t.after(collector.close)
  const child = start('traced', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  })
  const { port } = await child.line('listening')
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/relay`)).text(), 'no trace')
  child.process.kill('SIGTERM')
  await child.ended()
  assert.deepEqual(
    spansOf(collector.received).map(({ kind }) => kind),
    [2, 2],
  )
})

test('without a collector nothing of the SDK is loaded', async () => {
  const child = start('traced')
  assert.equal((await child.line('listening'))['sdk'], false)
  child.process.kill('SIGTERM')
  assert.equal((await child.ended()).code, 0)
})
