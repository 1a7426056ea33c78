import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { CheckSettings } from '@wachta/checks'
import { TestAuthority } from '@wachta/testing/certificates'
import { runInBrowser } from './shop/run.ts'

/** The requests that the browser sent to the server. */
const requests: IncomingMessage[] = []
const server = createServer((request, response) => {
  requests.push(request)
  const [path = ''] = (request.url ?? '').split('?')
  const answer = answers[path] ?? (() => html(response.writeHead(404), '<h1>Not found</h1>'))
  answer(response, request)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
after(() => {
  server.closeAllConnections()
  server.close()
})

const html = (response: ServerResponse, body: string) =>
  response.end(`<!doctype html><title>Shop</title><body>${body}</body>`)

const answers: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => unknown>> = {
  '/': (response) =>
    html(
      response.setHeader('content-type', 'text/html'),
      '<h1>Bicycles</h1><img src="/missing.png"><script>console.error("no stock"); setTimeout(() => { throw new Error("boom") }, 5)</script>',
    ),
  '/no-script': (response) =>
    html(response.setHeader('content-type', 'text/html'), '<h1>Bicycles</h1><script src="/missing.js"></script>'),
  '/late': (response) =>
    html(
      response.setHeader('content-type', 'text/html'),
      '<p id="a">0</p><script>setTimeout(() => { document.body.innerHTML += "<b id=cart>1 item</b>" }, 300)</script>',
    ),
  '/loop': (response) =>
    html(response.setHeader('content-type', 'text/html'), '<h1>a</h1><script>while (1) {}</script>'),
  '/waits': (response) => html(response.setHeader('content-type', 'text/html'), '<h1>a</h1><img src="/never.png">'),
  '/never.png': () => undefined,
  '/file': (response) => response.setHeader('content-disposition', 'attachment; filename="a.bin"').end('x'),
  '/heavy': (response) =>
    html(
      response.setHeader('content-type', 'text/html'),
      `<div id="top"></div><p>${'x'.repeat(20_000)}</p><script>setTimeout(() => { top.style = document.querySelector('#top').style.height = '300px' }, 100); console.error(1)</script>`,
    ),
  '/bomb': (response) =>
    html(
      response.setHeader('content-type', 'text/html'),
      '<script>const a = []; const f = () => { for (let i = 0; i < 40; i++) a.push(document.createElement("canvas").getContext("2d").getImageData(0, 0, 300, 150), new Array(2e6).fill(Math.random())); setTimeout(f, 0) }; f()</script>',
    ),
  '/private': (response, { headers }) =>
    headers.authorization === `Basic ${Buffer.from('anna:tajne-haslo').toString('base64')}`
      ? html(response.setHeader('content-type', 'text/html'), `<h1>Hello</h1><p>tajne-haslo</p>`)
      : response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end(),
}

const open = (path: string, settings: CheckSettings = {}, keepsEvidence = false) =>
  runInBrowser({
    type_id: 'fullpage',
    address: `${address}${path}`,
    settings: { timeout: 15_000, ...settings },
    keepsEvidence,
  })

const kindOf = async (path: string, settings: CheckSettings) => {
  const { kind, error_message } = await open(path, settings)
  return [kind, error_message ?? ''] as const
}

test('a page is measured as people see it', async () => {
  const { kind, metrics, timings, response_time, artifacts } = await open('/', { wait_until: 'quiet' }, true)
  assert.equal(kind, 'ok')
  const times = ['content_loaded_time', 'page_load_time', 'first_contentful_paint', 'largest_contentful_paint'] as const
  for (const name of times) assert.ok((metrics[name] ?? 0) > 0, name)
  assert.equal(response_time, metrics['page_load_time'])
  assert.ok((timings.first_byte ?? 0) > 0)
  const { request_count, failed_request_count, console_error_count, status_code, transferred_size } = metrics
  assert.deepEqual([request_count, failed_request_count, console_error_count, status_code], [2, 1, 3, 200])
  assert.ok((transferred_size ?? 0) > 200)
  assert.equal(metrics['cumulative_layout_shift'], 0)
  assert.ok((metrics['sensor_cpu_usage'] ?? -1) >= 0 && (metrics['sensor_cpu_usage'] ?? 101) <= 100)
  const kept = new Map(artifacts.map(({ artifact_id, content }) => [artifact_id, Buffer.from(content)]))
  assert.deepEqual([...kept.keys()].sort(), ['console_log', 'content', 'har', 'screenshot'])
  assert.equal(kept.get('screenshot')?.subarray(0, 3).toString('hex'), 'ffd8ff')
  assert.match(kept.get('console_log')?.toString() ?? '', /error: no stock .*\nerror: .*404|error: boom/)
  assert.match(kept.get('content')?.toString() ?? '', /<h1>Bicycles<\/h1>/)
  const { log } = JSON.parse(kept.get('har')?.toString() ?? '{}')
  assert.deepEqual(
    log.entries.map(({ request, response }: { request: { url: string }; response: { status: number } }) => [
      request.url.slice(address.length),
      response.status,
    ]),
    [
      ['/', 200],
      ['/missing.png', 404],
    ],
  )
  assert.ok(log.pages[0].pageTimings.onLoad > 0)
})

test('errors of scripts and missing resources fail a page whose settings say so', async () => {
  assert.deepEqual(await kindOf('/', { fail_on_script_errors: true }), ['browser_script_error', 'script error: boom'])
  const [kind, message] = await kindOf('/', { fail_on_missing_resources: true })
  assert.equal(kind, 'browser_resource_failed')
  assert.match(message, /missing\.png \(status 404\)/)
  const [, script] = await kindOf('/no-script', { fail_on_missing_resources: true })
  assert.match(script, /missing\.js \(status 404\)/)
})

test('a failure keeps a filmstrip, unless it could show a secret', async () => {
  const ids = (outcome: Awaited<ReturnType<typeof open>>) => outcome.artifacts.map(({ artifact_id }) => artifact_id)
  const failed = await open('/late', { wait_for_text: '7 items', timeout: 3_000 })
  assert.equal(failed.kind, 'content_text_missing')
  assert.ok(ids(failed).includes('filmstrip'))
  const secret = await open('/private', { username: 'anna', password: 'tajne-haslo', content_regex: 'Bye' })
  assert.equal(secret.kind, 'content_text_missing')
  assert.ok(!ids(secret).includes('filmstrip'))
  for (const { artifact_id, content } of secret.artifacts)
    assert.ok(!Buffer.from(content).includes('tajne-haslo'), artifact_id)
})

test('an element and a text may come late', async () => {
  const soon = { wait_until: 'load', wait_for_selector: '#cart', wait_for_text: '1 item' }
  assert.equal((await open('/late', soon)).kind, 'ok')
  const { kind, error_message, metrics } = await open('/late', { wait_for_selector: '#checkout', timeout: 3_000 })
  assert.deepEqual([kind, error_message], ['browser_element_missing', '#checkout did not appear'])
  assert.equal(metrics['request_count'], 1, 'what the page did is counted all the same')
})

test('a page that does not finish says why', async () => {
  const [loop, busy] = await kindOf('/loop', { timeout: 3_000 })
  assert.equal(loop, 'browser_load_incomplete')
  assert.match(busy, /its scripts do not end/)
  const [waits, waiting] = await kindOf('/waits', { timeout: 3_000 })
  assert.equal(waits, 'browser_load_incomplete')
  assert.match(waiting, /still loading: .*never\.png/)
  assert.equal((await open('/never.png', { timeout: 3_000 })).kind, 'timeout_first_byte')
})

test('a download, a crash and a wrong status are named', async () => {
  assert.deepEqual(await kindOf('/file', {}), ['browser_navigation_failed', 'the address starts a download'])
  assert.equal((await open('/bomb', { wait_for_text: 'never', timeout: 20_000 })).kind, 'browser_crashed')
  assert.equal((await open('/gone', { expected_status_codes: '200' })).kind, 'http_not_found')
  assert.equal((await open('/gone', { expected_status_codes: '404' })).kind, 'ok')
})

test('budgets: each is kept or named', async () => {
  const budgets = {
    maximum_response_time: 'loaded in',
    maximum_first_byte_time: 'time to first byte',
    maximum_content_loaded_time: 'DOM content loaded',
    maximum_first_contentful_paint: 'first contentful paint',
    maximum_largest_contentful_paint: 'largest contentful paint',
    maximum_data_size: 'transferred',
    maximum_request_count: 'requests',
    maximum_console_errors: 'console errors',
    maximum_layout_shift: 'layout shift',
  }
  const strict = Object.fromEntries(Object.keys(budgets).map((name) => [name, name === 'maximum_layout_shift' ? 0 : 1]))
  const { kind, error_message } = await open('/heavy', {
    ...strict,
    maximum_request_count: 0,
    maximum_console_errors: 0,
  })
  assert.equal(kind, 'browser_budget_exceeded')
  for (const name of Object.values(budgets)) assert.match(error_message ?? '', new RegExp(`${name} [\\d.]+`), name)
  const generous = Object.fromEntries(Object.keys(budgets).map((name) => [name, 10_000]))
  assert.equal((await open('/heavy', { ...generous, maximum_data_size: 100_000_000 })).kind, 'ok')
})

test('the settings of the browser reach the server, and only the server of the service', async () => {
  requests.length = 0
  const other = createServer((request, response) => {
    requests.push(request)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const page = createServer((request, response) => {
    requests.push(request)
    response.setHeader('content-type', 'text/html')
    html(
      response,
      `<img src="${elsewhere}/pixel.png"><img src="http://ads.invalid/a.png"><p id=w></p><script>w.textContent = screen.width</script>`,
    )
  }).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const outcome = await runInBrowser({
    type_id: 'fullpage',
    address: `http://127.0.0.1:${(page.address() as AddressInfo).port}/`,
    settings: {
      device: 'phone',
      language: 'pl-PL',
      cookies: 'session=abcd1234; consent=yes',
      request_headers: ['X-Trace: 1'],
      blocked_hosts: ['*.invalid'],
      fail_on_missing_resources: true,
      content_regex: '<p id="w">390</p>',
    },
  })
  for (const each of [page, other]) {
    each.closeAllConnections()
    each.close()
  }
  assert.equal(outcome.kind, 'ok', outcome.error_message ?? '')
  const [first, pixel] = requests
  assert.equal(first?.headers.cookie, 'session=abcd1234; consent=yes')
  assert.equal(first?.headers['x-trace'], '1')
  assert.match(first?.headers['accept-language'] ?? '', /^pl-PL/)
  assert.match(first?.headers['user-agent'] ?? '', /Android.*Mobile/)
  assert.deepEqual([pixel?.url, pixel?.headers['x-trace']], ['/pixel.png', undefined])
  const tablet = await open('/late', { device: 'tablet', wait_for_selector: '#cart' })
  assert.equal(tablet.kind, 'ok')
  const wide = {
    device: 'desktop',
    viewport_width: 1_600,
    viewport_height: 900,
    user_agent: 'Test 1',
    wait_until: 'load',
  }
  requests.length = 0
  assert.equal((await open('/late', wide)).kind, 'ok')
  assert.equal(requests[0]?.headers['user-agent'], 'Test 1')
})

test('fullpagehttps: certificates are judged as by other checks', async () => {
  const authority = new TestAuthority()
  const soon = new Date(Date.now() + 100 * 86_400_000).toISOString().replaceAll(/[-:T]|\..*/g, '')
  const secure = await serveSecurely(authority.leaf({ to: `${soon}Z` }), '<h1>Safe</h1>')
  const run = (settings: CheckSettings, authorities: readonly string[] = []) =>
    openSecurely(secure, { settings, authorities })
  const good = await run({ maximum_data_size: 1_000_000, wait_for_text: 'Safe' }, authority.authorities)
  assert.equal(good.kind, 'ok', good.error_message ?? '')
  assert.ok((good.metrics['certificate_days_left'] ?? 0) > 0)
  assert.ok((good.timings.tls ?? 0) > 0)
  const stranger = await run({})
  assert.equal(stranger.kind, 'tls_certificate_untrusted')
  assert.ok(stranger.artifacts.some(({ artifact_id }) => artifact_id === 'certificate_chain'))
  assert.equal((await run({ verify_certificate: false })).kind, 'ok')
  assert.equal((await run({ certificate_expiry_days: 365 }, authority.authorities)).kind, 'tls_certificate_expiring')
})

test('fullpagehttps: an authority that only the sensor knows is trusted, whatever part of its chain a server sends', async () => {
  const authority = new TestAuthority()
  const { authorities } = authority
  for (const issuer of ['root', 'intermediate'] as const) {
    const secure = await serveSecurely(authority.leaf({ issuer }), '<h1>Safe</h1>')
    const { kind, error_message } = await openSecurely(secure, { authorities })
    assert.equal(kind, 'ok', `${issuer}: ${error_message}`)
  }
})

test('fullpagehttps: a stranger who sends the certificate of a trusted authority along is not trusted', async () => {
  const authority = new TestAuthority()
  const { authorities } = authority
  const { key, cert } = authority.leaf({ issuer: 'stranger' })
  const stranger = await serveSecurely({ key, cert: cert + authorities.join('') }, 'alert(1)')
  const picture = `<h1>Safe</h1><script src="${stranger}"></script>`
  const secure = await serveSecurely(authority.leaf({ issuer: 'root' }), picture)
  const { kind, error_message } = await openSecurely(secure, {
    authorities,
    settings: { fail_on_missing_resources: true },
  })
  assert.equal(kind, 'browser_resource_failed')
  assert.match(error_message ?? '', /ERR_CERT_AUTHORITY_INVALID/)
})

/** Serves one page over HTTPS; returns its address. */
async function serveSecurely(identity: { readonly key: string; readonly cert: string }, page: string): Promise<string> {
  const secure = createSecureServer(identity, (_, response) => {
    response.setHeader('content-type', 'text/html')
    html(response, page)
  }).listen(0, '127.0.0.1')
  await once(secure, 'listening')
  after(() => {
    secure.closeAllConnections()
    secure.close()
  })
  return `https://127.0.0.1:${(secure.address() as AddressInfo).port}/`
}

interface SecurePage {
  readonly settings?: CheckSettings
  readonly authorities: readonly string[]
}

const openSecurely = (address: string, { settings, authorities }: SecurePage) =>
  runInBrowser({ type_id: 'fullpagehttps', address, settings: { wait_until: 'load', ...settings }, authorities })
