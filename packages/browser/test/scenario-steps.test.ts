import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { BrowserStep } from '@wachta/checks'
import { runInBrowser } from './shop/run.ts'

const pages: Readonly<Record<string, string>> = {
  '/hidden': '<p hidden>In stock</p><p>In stock</p>',
  // A click waits for a page that it opens at once, and texts are looked for when that page has come.
  '/leaves': `<button onclick="setTimeout(leave, 500)">Go</button><script>
    const leave = () => { location.href = '/never'; setTimeout(() => history.replaceState(null, '', '#left'), 300) }
  </script>`,
  // The scripts of the page do not end, so it never finishes loading, while its worker sends without an end.
  '/upload': `<script>
    const work = 'const part = new Blob([new Uint8Array(5e7)]); for (let i = 0; i < 20; i++) ' +
      'fetch("' + location.origin + '/", { method: "POST", body: part, mode: "no-cors" })'
    new Worker(URL.createObjectURL(new Blob([work])))
    setTimeout(() => { while (1) {} }, 300)
  </script><img src="/never">`,
}
const server = createServer((request, response) => {
  request.resume()
  if (request.url === '/never') return
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>Shop</title><body>${pages[request.url ?? ''] ?? ''}</body>`)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
after(() => {
  server.closeAllConnections()
  server.close()
})

const run = async (stepTimeout: number, steps: readonly BrowserStep[]) => {
  const settings = { step_timeout: stepTimeout, steps }
  const { kind, error_message } = await runInBrowser({ type_id: 'browser_scenario', address, settings })
  return [kind, error_message ?? ''] as const
}

test('a step that has no time left because of a network limit names the limit', async () => {
  const [kind, message] = await run(10_000, [{ name: 'Open', actions: [{ open: '/upload' }] }])
  assert.equal(kind, 'http_body_too_large', message)
  assert.match(message, /^step 1 \(Open\): the page exceeded a network limit: more than \d+ bytes$/)
})

test('a page that begins to load at the end of a step has the time of the next one', async () => {
  const [kind, message] = await run(3_000, [
    { name: 'Go', actions: [{ open: '/leaves' }, { click: 'text=Go' }, { expect_url: '#left$' }] },
    { name: 'See', actions: [{ expect_text: 'Total' }] },
  ])
  assert.deepEqual([kind, message], ['timeout_first_byte', `step 2 (See): ${address}/never did not answer in time`])
})

test('a text that must appear counts where it is shown, also if the page hides it somewhere before', async () => {
  const settings = { timeout: 4_000, wait_for_text: 'In stock' }
  const { kind, error_message } = await runInBrowser({ type_id: 'fullpage', address: `${address}/hidden`, settings })
  assert.equal(kind, 'ok', error_message ?? '')
})
