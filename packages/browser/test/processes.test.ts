import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createBrowserProcesses, findBrowser } from '@wachta/browser'
import { type CheckOutcome, errorTypes, type KeptArtifact } from '@wachta/checks'

const scripts: Readonly<Record<string, string>> = {
  '/': '',
  '/arguments': 'console.log(...Array(100000).fill({ a: 1 }))',
  '/messages': 'setInterval(() => { for (let i = 0; i < 1000; i++) console.log(i, {}) }, 1)',
  '/prototypes':
    'Object.prototype.toJSON = Array.prototype.push = Array.prototype.map = JSON.stringify = Promise.prototype.then = () => { throw 1 }; globalThis.PerformanceObserver = performance.getEntriesByType = null; document.querySelector = 1',
  '/navigation': 'setInterval(() => { location.href = "/navigation?" + Math.random() }, 1)',
  '/upload':
    'const part = new Blob([new Uint8Array(5e7)]); for (let i = 0; i < 20; i++) fetch("/", { method: "POST", body: part })',
}
const server = createServer((request, response) => {
  request.resume()
  const script = scripts[(request.url ?? '').split('?')[0] ?? ''] ?? ''
  response
    .setHeader('content-type', 'text/html')
    .end(`<!doctype html><body><h1>Shop</h1><script>${script}</script></body>`)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// The jail may run as another user, who must be able to traverse this directory.
const directory = await mkdtemp(join(tmpdir(), 'wachta-test-'))
await chmod(directory, 0o711)
process.env['TMPDIR'] = directory
const ability = await findBrowser()
assert.ok(ability.isAble, JSON.stringify(ability))
const browsers = createBrowserProcesses({ path: ability.path, allow: ['127.0.0.0/8'] })
after(async () => {
  await browsers[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
  await rm(directory, { recursive: true })
})

const kinds = new Map(errorTypes.map(({ id, kind }) => [id, kind]))
const kindOf = ({ error_type_id, reason, result }: CheckOutcome) => kinds.get(error_type_id ?? 0) ?? reason ?? result

interface OpenOptions {
  readonly settings?: Readonly<Record<string, string | number>>
  readonly onArtifact?: (artifact: KeptArtifact) => void
}

const open = (path: string, { settings = {}, ...rest }: OpenOptions = {}) =>
  browsers.run({ type_id: 'fullpage', address: `${address}${path}`, settings, timeout_ms: 20_000, ...rest })

/** The child processes of this process. */
async function listProcesses(): Promise<number[]> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

test('a process that has behaved runs the next check', async () => {
  assert.equal(kindOf(await open('/')), 'ok')
  await delay(500)
  const [first, ...others] = await listProcesses()
  assert.deepEqual(others, [])
  assert.equal(kindOf(await open('/')), 'ok')
  await delay(500)
  assert.deepEqual(await listProcesses(), [first])
})

test('artifacts come while the check runs', async () => {
  const seen: string[] = []
  const steps = [{ name: 'Look', actions: [{ open: '/' }, { screenshot: true }] }]
  const outcome = await browsers.run({
    type_id: 'browser_scenario',
    address,
    settings: { steps },
    timeout_ms: 30_000,
    onArtifact: ({ artifact_id }) => seen.push(artifact_id),
  })
  assert.equal(kindOf(outcome), 'ok', outcome.error_message ?? '')
  assert.ok(seen.includes('screenshot_step_1'), String(seen))
})

test('a page that floods the library neither stalls the sensor nor fills its memory', async () => {
  for (const path of ['/arguments', '/messages']) {
    const memory = process.memoryUsage().rss
    let [last, stalledMs] = [performance.now(), 0]
    const ticking = setInterval(() => {
      stalledMs = Math.max(stalledMs, performance.now() - last - 10)
      last = performance.now()
    }, 10)
    const outcome = await open(path, { settings: { timeout: 6_000, wait_for_text: 'Sold out' } })
    clearInterval(ticking)
    assert.ok(stalledMs < 500, `${path} stalled the sensor for ${stalledMs} ms`)
    assert.ok(process.memoryUsage().rss - memory < 200e6, path)
    // The check may also fail because the machine is busy.
    assert.match(kindOf(outcome), /^(?:browser_|overloaded$|content_text_missing$)/, outcome.error_message ?? '')
  }
})

test('what a page does to its scripts and to its address is no error of ours', async () => {
  assert.equal(kindOf(await open('/prototypes')), 'ok')
  const restless = await open('/navigation', { settings: { timeout: 5_000, wait_until: 'quiet' } })
  // On a busy machine, the reason may be an overloaded sensor.
  assert.notEqual(restless.reason, 'internal', restless.error_message ?? '')
})

test('a page that sends without an end has failed', async () => {
  const outcome = await open('/upload', { settings: { wait_until: 'quiet', timeout: 15_000 } })
  assert.equal(kindOf(outcome), 'http_body_too_large', outcome.error_message ?? '')
})

test('nothing is left when the sensor stops', async () => {
  await browsers[Symbol.asyncDispose]()
  await delay(300)
  assert.deepEqual(await listProcesses(), [])
  assert.deepEqual(await readdir(directory), [])
})
