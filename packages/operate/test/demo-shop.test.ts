import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { type BrowserOutcome, runInBrowser } from '@wachta/browser/test/shop/run.ts'
import { buildBrowserConfiguration, demoServices } from '../src/demo/demo-configuration.ts'
import { createDemoHandler } from '../src/demo/demo-handler.ts'
import { answerDemoShop, shopServiceNumbers } from '../src/demo/shop.ts'

/** A full cycle of the demo, second by second. */
const turn = Array.from({ length: 360 }, (_, second) => 1_790_000_000_000 + second * 1_000)
const parts = { page: '/shop/offers.js', order: '/shop/orders' }
const isWorking = (path: string) => (time: number) => answerDemoShop(path, time)?.status === 200
const find = (test: (time: number) => boolean): number => turn.find(test) ?? assert.fail('never')

let now = 0
const server = createServer(createDemoHandler(() => now)).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
after(() => server.close().closeAllConnections())
const { services } = buildBrowserConfiguration({ http: (server.address() as AddressInfo).port })

/** Checks a service of the demo as its sensors do, at this time. */
async function checkAt(time: number, wanted: string): Promise<BrowserOutcome> {
  now = time
  const { type_id, address, extended_settings } =
    services.find(({ external_id }) => external_id === wanted) ?? assert.fail(wanted)
  return runInBrowser({ type_id, address, settings: { ...extended_settings } })
}

test('each service of the shop fails for a quarter of the time, and the server always answers with a page', () => {
  for (const path of Object.values(parts)) assert.equal(turn.filter(isWorking(path)).length, 270)
  for (const time of turn)
    for (const path of ['/shop/', '/shop/lantern']) assert.equal(answerDemoShop(path, time)?.status, 200)
  assert.equal(answerDemoShop('/shop/elsewhere', turn[0] ?? 0), undefined)
  // Their places in the history follow those of the other services and of the certificate.
  assert.deepEqual(Object.values(shopServiceNumbers), [demoServices.length + 2, demoServices.length + 3])
})

test('the page with the offers fails in a browser with evidence, and recovers', async () => {
  const good = await checkAt(find(isWorking(parts.page)), 'browser-page')
  assert.deepEqual([good.result, good.error_message], ['ok', null])
  assert.equal(good.metrics['failed_request_count'], 0)
  const bad = await checkAt(
    find((time) => !isWorking(parts.page)(time)),
    'browser-page',
  )
  assert.equal(bad.kind, 'browser_resource_failed')
  assert.match(bad.error_message ?? '', /offers\.js \(status 503\)/)
  const kept = new Map(bad.artifacts.map(({ artifact_id, content }) => [artifact_id, Buffer.from(content)]))
  for (const artifact of ['screenshot', 'har', 'filmstrip']) assert.ok(kept.has(artifact), artifact)
  assert.match(kept.get('console_log')?.toString() ?? '', /503/)
})

test('an order fails in its third step with evidence, and recovers', async () => {
  const good = await checkAt(find(isWorking(parts.order)), 'browser-order')
  assert.deepEqual([good.result, good.error_message, good.metrics['steps_completed']], ['ok', null, 3])
  const bad = await checkAt(
    find((time) => !isWorking(parts.order)(time)),
    'browser-order',
  )
  assert.deepEqual([bad.kind, bad.path_step, bad.metrics['steps_completed']], ['content_text_forbidden', 3, 2])
  const log = bad.artifacts.find(({ artifact_id }) => artifact_id === 'console_log')
  assert.match(Buffer.from(log?.content ?? '').toString(), /order refused with status 503/)
  assert.ok(bad.artifacts.some(({ artifact_id }) => artifact_id === 'screenshot'))
})
