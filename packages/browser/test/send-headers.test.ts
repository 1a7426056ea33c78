import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import type { CheckSettings } from '@wachta/checks'
import { runInBrowser } from './shop/run.ts'

/** The headers of each request, by `own` for the service or `other` for another origin, and its path. */
const received = new Map<string, IncomingHttpHeaders>()
beforeEach(() => received.clear())

const keep =
  (where: 'own' | 'other', listener: RequestListener): RequestListener =>
  (request, response) => {
    received.set(`${where} ${request.url}`, request.headers)
    listener(request, response)
  }

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const html = (body: string) => `<!doctype html><title>Shop</title><body>${body}</body>`

/** Redirects that lead from one origin to the other, and the pages at their ends. */
const redirects: Readonly<Record<string, () => string>> = {
  '/leave': () => `${other}/page`,
  '/leave-late': () => '/leave',
  '/there-and-back': () => `${other}/back`,
  '/picture': () => `${other}/picture`,
  '/frame': () => `${other}/frame`,
  '/private': () => `${other}/asks`,
  '/from-worker': () => `${other}/from-worker`,
}
const pages: Readonly<Record<string, () => string>> = {
  '/page': () => html('<h1>Bicycles</h1>'),
  '/all': () =>
    html(`<img src="/picture"><iframe src="/frame"></iframe><iframe src="/inner"></iframe><p id="done"></p><script>
      new Worker('/worker.js').onmessage = ({ data }) => { done.textContent = data }</script>`),
  '/inner': () => html('<img src="/inner-picture">'),
  '/worker.js': () =>
    "fetch('/from-worker', { mode: 'no-cors' }).then(() => fetch('/own')).then(() => postMessage('all done'))",
}

const redirect = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end()
const askForPassword = (response: ServerResponse) =>
  response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end(html('<h1>Private</h1>'))

const own: string = await serve(
  keep('own', ({ url = '', headers }, response) => {
    const location = redirects[url]?.()
    if (url === '/private' && headers.authorization === undefined) askForPassword(response)
    else if (location !== undefined) redirect(response, location)
    else {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
      response.setHeader('content-type', type).end(pages[url]?.() ?? 'nothing')
    }
  }),
)
const other: string = await serve(
  keep('other', ({ url }, response) => {
    if (url === '/back') redirect(response, `${own}/page`)
    else if (url === '/asks') askForPassword(response)
    else response.setHeader('content-type', 'text/html').end(html('<h1>Bicycles</h1>'))
  }),
)

async function open(path: string, settings: CheckSettings = {}): Promise<void> {
  const { kind, error_message } = await runInBrowser({
    type_id: 'fullpage',
    address: `${own}${path}`,
    settings: { request_headers: ['X-Api-Key: secret-1', 'Accept-Language: pl'], ...settings },
  })
  assert.equal(kind, 'ok', error_message ?? '')
}

/** The requests of an origin with whether the header of the settings was sent. */
const listKeys = () => Object.fromEntries([...received].map(([request, headers]) => [request, headers['x-api-key']]))

test('the headers of a service do not follow a redirect to another origin, but come back with one', async () => {
  await open('/leave-late')
  assert.deepEqual(listKeys(), { 'own /leave-late': 'secret-1', 'own /leave': 'secret-1', 'other /page': undefined })
  assert.equal(received.get('own /leave')?.['accept-language'], 'pl')
  assert.match(received.get('other /page')?.['accept-language'] ?? '', /^en-US/)
  received.clear()
  await open('/there-and-back')
  assert.deepEqual(listKeys(), {
    'own /there-and-back': 'secret-1',
    'other /back': undefined,
    'own /page': 'secret-1',
  })
})

test('pictures, frames and workers get the headers at the origin of the service, and nowhere else', async () => {
  await open('/all', { wait_for_text: 'all done' })
  assert.deepEqual(
    Object.entries(listKeys())
      .map(([request, key]) => `${request} ${key}`)
      .sort(),
    [
      'other /frame undefined',
      'other /from-worker undefined',
      'other /picture undefined',
      'own /all secret-1',
      'own /frame secret-1',
      'own /from-worker secret-1',
      'own /inner secret-1',
      'own /inner-picture secret-1',
      'own /own secret-1',
      'own /picture secret-1',
      'own /worker.js secret-1',
    ],
  )
})

test('the headers of a service go along with its credentials and cookies', async () => {
  const credentials = { username: 'anna', password: 'tajne-haslo' }
  await open('/private', { ...credentials, cookies: 'session=abcd', expected_status_codes: '401' })
  const { 'own /private': first, 'other /asks': second } = Object.fromEntries(received)
  assert.match(first?.authorization ?? '', /^Basic /)
  assert.deepEqual([first?.['x-api-key'], first?.cookie], ['secret-1', 'session=abcd'])
  assert.ok(second !== undefined)
  assert.deepEqual([second.authorization, second['x-api-key']], [undefined, undefined])
})

test('headers that only the browser may set do not keep a page from opening', async () => {
  await open('/page', { request_headers: ['Host: a', 'Cookie: a=b', 'Sec-Fetch-Mode: a', 'Via: a', 'X-Api-Key: 2'] })
  assert.deepEqual(listKeys(), { 'own /page': '2' })
  assert.deepEqual(received.get('own /page')?.host, new URL(own).host)
})
