import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { waitForValue } from '@wachta/testing/eventually'

const failing = { error: 'server_error', message: 'Something failed.' }
const status = { service_id: 7, status: 'failure', since: '2026-11-15T03:00:00Z', failing_sensor_ids: [] }

/** What an installation answers, by path, in order; the last answer is repeated. */
const answers: Record<string, [status: number, body: unknown][]> = {
  '/v3/live': [[403, [{ error: 'application_not_allowed', message: 'Applications cannot do this.' }]]],
  '/v3/service_statuses': [
    [500, [failing]],
    [200, [status]],
  ],
  '/v3/services': [
    [500, [failing]],
    [200, [{ id: 7, name: 'Shop' }]],
  ],
}
const asked: string[] = []
/** While set, the live stream sends these events and stays open. */
let streamedEvents: string | undefined
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://installation')
  asked.push(pathname)
  if (pathname === '/v3/live' && streamedEvents !== undefined) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(streamedEvents)
    return
  }
  const known = answers[pathname] ?? []
  const [code, body] = (known.length > 1 ? known.shift() : known[0]) ?? [404, []]
  response.writeHead(code, { 'content-type': 'application/json', 'x-total-count': '1' }).end(JSON.stringify(body))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.close()
  server.closeAllConnections()
})

/** Starts the command; `printed` grows with its output. */
function startWatch(t: TestContext) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'src', 'main.ts'), 'watch'], {
    env: {
      ...process.env,
      WACHTA_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      WACHTA_TOKEN: 'token',
      LANG: 'C',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const printed = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    printed.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    printed.error += chunk.toString()
  })
  return { child, printed }
}

test('watching goes on through failures of the installation, and tells a change whose name came late', {
  timeout: 60_000,
}, async (t) => {
  const { child, printed } = startWatch(t)
  await waitForValue(async () => (printed.error.includes('Something failed.') ? true : undefined))
  await waitForValue(async () => (asked.includes('/v3/services') ? true : undefined))
  await waitForValue(async () => (/Down +Shop/.test(printed.out) ? true : undefined))
  assert.equal(printed.out.match(/Down/g)?.length, 1, printed.out)
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  assert.deepEqual(await ended, [0, null])
})

test('the list is read when the stream begins and when it lost changes, and not for changes of incidents', async (t) => {
  const recovered = { ...status, status: 'ok', since: '2026-11-15T03:05:00Z' }
  const events: [event: string, data: unknown][] = [
    ['ready', {}],
    ['incident', [{ id: 1 }]],
    ['incident', [{ id: 1 }]],
    ['refresh', {}],
    ['incident', [{ id: 1 }]],
    ['status', [recovered]],
  ]
  streamedEvents = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  asked.length = 0
  const { printed } = startWatch(t)
  await waitForValue(async () => (/Up +Shop/.test(printed.out) ? true : undefined))
  assert.equal(asked.filter((path) => path === '/v3/service_statuses').length, 2)
})
