import assert from 'node:assert/strict'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openObjectStore } from '@wachta/objects'
import {
  getPageKey,
  getPagePrefix,
  type PageView,
  type PublishedPage,
  type StampedPage,
  stampKey,
} from '@wachta/status-page'
import { makePageView } from '@wachta/testing/page-view'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { startProcess } from '@wachta/testing/processes/start-process'

const folder = await mkdtemp(join(tmpdir(), 'wachta-pages-'))
const objectsUrl = pathToFileURL(join(folder, 'objects')).href
await using objects = await openObjectStore(objectsUrl)
const stamped: Record<string, StampedPage> = {}

/** Publishes a page like the reporter. */
async function publish(slug: string, change: Partial<PageView> = {}, more: Partial<PublishedPage> = {}): Promise<void> {
  const view = makePageView({ slug, ...change })
  const contentVersion = `${slug}-${Math.random()}`
  const page = { version: 1, contentVersion, allowedAddresses: null, view, ...more }
  await objects.put(getPageKey(slug), Buffer.from(JSON.stringify(page)))
  stamped[slug] = { contentVersion }
}
const stamp = (at = Date.now()) =>
  objects.put(stampKey, Buffer.from(JSON.stringify({ version: 1, at, pages: stamped })))

await publish('shop', { title: 'First title' })
await publish('closed', { isIndexed: false }, { allowedAddresses: ['192.0.2.0/24'] })
await publish('hidden', { isIndexed: false })
await publish('polish', { languages: ['pl', 'en'] })
await stamp()
const started = startProcess('pages', {
  ...{ OBJECTS_URL: objectsUrl, PAGES_HOST: '127.0.0.1', PAGES_PORT: '0' },
  TRUSTED_PROXIES: '127.0.0.0/8',
})
const eventually = eventuallyWith([started], 30)
const port = await eventually('listening', () => /"port":(\d+),"msg":"serving status pages/.exec(started.log())?.[1])
const origin = `http://127.0.0.1:${port}`
await eventually('reading', async () => (await fetch(`${origin}/shop/`)).status === 200 || undefined)
after(async () => {
  await started[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

interface Raw {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: Buffer
}

/** Sends a request without the decompression and the headers that `fetch` adds. */
const raw = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { headers, method }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.once('error', reject)
    sent.end()
  })

test('a page is served with what caches need, and without a cookie', async () => {
  const { status, headers, body } = await raw('/shop/')
  assert.equal(status, 200)
  assert.match(String(body), /First title/)
  assert.equal(headers['cache-control'], 'public, max-age=5, stale-while-revalidate=30, stale-if-error=86400')
  assert.equal(headers['vary'], 'Accept-Encoding')
  assert.match(String(headers['etag']), /^"[\w-]{22}"$/)
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  assert.equal(headers['content-length'], String(body.length))
  assert.equal(headers['set-cookie'], undefined)
  assert.equal(headers['x-robots-tag'], undefined)
  assert.equal((await raw('/hidden/')).headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal((await raw('/shop')).status, 308)
  assert.equal((await raw('/shop')).headers['location'], '/shop/')
})

test('all files of a page are served, each as what it is', async () => {
  for (const [path, type] of Object.entries({
    'api/v2/summary.json': /^application\/json/,
    'feed.atom': /^application\/atom\+xml/,
    'feed.rss': /^application\/rss\+xml/,
    'maintenance.ics': /^text\/calendar/,
    'badges/status.svg': /^image\/svg\+xml/,
    'style.css': /^text\/css/,
    'push.js': /^text\/javascript/,
    'push-worker.js': /^text\/javascript/,
    history: /^text\/html/,
  })) {
    const { status, headers } = await raw(`/shop/${path}`)
    assert.deepEqual([path, status], [path, 200])
    assert.match(String(headers['content-type']), type)
  }
})

test('each encoding has an ETag of its own, which answers 304, weak or among others', async () => {
  const plain = await raw('/shop/')
  const brotli = await raw('/shop/', { 'accept-encoding': 'gzip, br' })
  const gzip = await raw('/shop/', { 'accept-encoding': 'br;q=0.1, gzip' })
  assert.equal(brotli.headers['content-encoding'], 'br')
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.deepEqual(brotliDecompressSync(brotli.body), plain.body)
  assert.deepEqual(gunzipSync(gzip.body), plain.body)
  const etags = [plain, brotli, gzip].map(({ headers }) => String(headers['etag']))
  assert.equal(new Set(etags).size, 3)
  for (const known of [etags[0], `W/${etags[0]}`, `"x", ${etags[0]}`, '*']) {
    const answer = await raw('/shop/', { 'if-none-match': String(known) })
    assert.deepEqual([known, answer.status, answer.body.length], [known, 304, 0])
    assert.equal(answer.headers['etag'], etags[0])
  }
  assert.equal((await raw('/shop/', { 'if-none-match': String(etags[1]) })).status, 200, 'another form')
  assert.equal(
    (await raw('/shop/', { 'accept-encoding': 'identity;q=1, *;q=0' })).headers['content-encoding'],
    undefined,
  )
})

test('HEAD has the headers of GET and no body; other methods are rejected', async () => {
  const get = await raw('/shop/')
  const head = await raw('/shop/', {}, 'HEAD')
  assert.equal(head.body.length, 0)
  assert.equal(head.headers['content-length'], get.headers['content-length'])
  assert.equal(head.headers['etag'], get.headers['etag'])
  const post = await raw('/shop/', {}, 'POST')
  assert.deepEqual([post.status, post.headers['allow']], [405, 'GET, HEAD'])
})

test('visitors get a language of the page: the one they name, the one they prefer, else the first', async () => {
  const languageOf = async (path: string, header?: string) => {
    const { body, headers } = await raw(path, header === undefined ? {} : { 'accept-language': header })
    return [/<html lang="(\w+)"/.exec(String(body))?.[1], headers['vary']]
  }
  const both = 'Accept-Encoding, Accept-Language'
  assert.deepEqual(await languageOf('/polish/'), ['pl', both])
  assert.deepEqual(await languageOf('/polish/', 'de, en-GB;q=0.8, pl;q=0.5'), ['en', both])
  assert.deepEqual(await languageOf('/polish/', 'en;q=nonsense'), ['pl', both])
  assert.deepEqual(await languageOf('/polish/?lang=en', 'pl'), ['en', both])
  assert.deepEqual(await languageOf('/polish/?lang=de', 'en'), ['en', both], 'a language that the page does not have')
})

test('what is not there says nothing', async () => {
  const paths = [
    '/',
    '/nothing/',
    '/shop/nothing',
    '/shop/../closed/',
    '/__proto__/',
    '/constructor/',
    '/SHOP/',
    '/%73hop/',
  ]
  for (const path of [...paths, '/closed/', '/closed', '/shop/../../etc/passwd', '//shop/', '/shop//']) {
    const { status, headers, body } = await raw(path)
    assert.deepEqual([path, status, headers['cache-control']], [path, 404, 'no-store'])
    assert.ok(body.length < 200)
  }
  assert.equal(String((await raw('/health')).body), 'ok\n')
})

test('with no method do visitors from other addresses learn that a page exists', async () => {
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
    for (const path of ['', '/', '/logo', '/posts/1', '/?key=x']) {
      const [hidden, missing] = await Promise.all(
        ['closed', 'nothing'].map(async (slug) => {
          const { status, headers, body } = await raw(`/${slug}${path}`, { 'x-forwarded-for': '198.51.100.1' }, method)
          return { status, headers: { ...headers, date: undefined }, body: String(body) }
        }),
      )
      assert.deepEqual(hidden, missing, `${method} ${path}`)
    }
  const allowed = await raw('/closed/', { 'x-forwarded-for': '192.0.2.7' }, 'POST')
  assert.deepEqual([allowed.status, allowed.headers['allow']], [405, 'GET, HEAD'])
})

test('a page for certain addresses is shown to those, and kept by no shared cache', async () => {
  const from = (chain: string) => raw('/closed/api/v2/summary.json', { 'x-forwarded-for': chain })
  const allowed = await from('192.0.2.7')
  assert.equal(allowed.status, 200)
  assert.equal(allowed.headers['cache-control'], 'private, no-cache')
  assert.equal(allowed.headers['access-control-allow-origin'], undefined)
  assert.equal((await from('192.0.2.7, 127.0.0.9')).status, 200, 'through two proxies of ours')
  assert.equal((await from('192.0.2.7, 198.51.100.1')).status, 404, 'the first one is invented')
  assert.equal((await from('nonsense')).status, 404)
})

test('a new version is served within a second, and a page that is gone is gone', async () => {
  const etag = String((await raw('/shop/')).headers['etag'])
  await publish('shop', { title: 'Second title' })
  await publish('short-lived')
  await stamp()
  const since = Date.now()
  await eventually('a new title', async () => String((await raw('/shop/')).body).includes('Second title') || undefined)
  assert.ok(Date.now() - since < 1500)
  assert.equal((await raw('/shop/', { 'if-none-match': etag })).status, 200)
  assert.equal((await raw('/short-lived/')).status, 200)
  delete stamped['short-lived']
  await objects.remove(getPagePrefix('short-lived'))
  await stamp()
  await eventually('gone', async () => (await raw('/short-lived/')).status === 404 || undefined)
})

test('a page whose stamp is old says so in every format, and stops saying so', async () => {
  const isStale = async () =>
    ((await (await fetch(`${origin}/shop/api/v2/status.json`)).json()) as StaleSummary).page.stale
  assert.equal(await isStale(), undefined)
  await stamp(Date.now() - 61_000)
  await eventually('stale', async () => (await isStale()) === true || undefined)
  // A single page can be stale, too.
  const { contentVersion = '' } = stamped['shop'] ?? {}
  stamped['shop'] = { contentVersion, at: Date.now() - 61_000 }
  await stamp()
  await wait(1_000)
  assert.equal(await isStale(), true)
  stamped['shop'] = { contentVersion }
  await stamp()
  await eventually('fresh', async () => (await isStale()) === undefined || undefined)
})

test('pages are served while the object store is unavailable, also a format that is not known is not taken', async () => {
  await raw('/shop/')
  await rename(join(folder, 'objects'), join(folder, 'away'))
  await wait(1_200)
  assert.equal((await raw('/shop/')).status, 200)
  assert.equal((await raw('/shop/feed.atom')).status, 200, 'also a file that was never requested before')
  await rename(join(folder, 'away'), join(folder, 'objects'))
  const view = makePageView({ title: 'Future' })
  await objects.put(getPageKey('shop'), Buffer.from(JSON.stringify({ version: 2, contentVersion: 'new', view })))
  stamped['shop'] = { contentVersion: 'new' }
  await stamp()
  await wait(1_200)
  assert.match(String((await raw('/shop/')).body), /Second title/)
})

test('requests and the age of the stamp are measured', async () => {
  const metrics = await (await fetch(`http://127.0.0.1:${started.metricsPort()}/metrics`)).text()
  assert.match(metrics, /^wachta_pages_requests_total\{status="200"\} \d+$/m)
  assert.match(metrics, /^wachta_pages_stamp_age_seconds \d/m)
  assert.match(metrics, /^wachta_pages_store_failures_total \d+$/m)
  assert.match(metrics, /^wachta_pages_rendered_files_total [1-9]\d*$/m)
  assert.match(metrics, /^wachta_pages_rendered_cache_bytes \d{4,}/m)
})

interface StaleSummary {
  readonly page: { readonly stale?: boolean }
}
