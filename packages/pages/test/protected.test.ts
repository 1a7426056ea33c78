import assert from 'node:assert/strict'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type VisitorClaims, type VisitorVisibility, writeVisitorClaims } from '@wachta/domain'
import { generatePageKeys, type PageKeys, signPageToken } from '@wachta/runtime/page-token'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'
import { cookieOf, openPages, type Raw } from './support/open-pages.ts'

let api: TestApi
let owner: Holder
let pages: Awaited<ReturnType<typeof openPages>>
let way: ApiGate

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  const address = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }))
  way = await openWay(Number(address.port))
  pages = await openPages(`http://127.0.0.1:${way.port}`)
})
after(async () => {
  await pages[Symbol.asyncDispose]()
  way.close()
  await api[Symbol.asyncDispose]()
})

interface ApiGate {
  readonly port: number
  /** Makes the API reachable or unreachable. */
  readonly turn: (isOpen: boolean) => void
  readonly close: () => void
}

/** A proxy to the API, which can be cut. */
async function openWay(to: number): Promise<ApiGate> {
  const sockets = new Set<Socket>()
  let isOpen = true
  const server: Server = createServer((socket) => {
    if (!isOpen) return void socket.destroy()
    const other = connect(to, '127.0.0.1')
    for (const each of [socket, other]) {
      sockets.add(each)
      each.on('error', () => undefined)
      each.on('close', () => {
        socket.destroy()
        other.destroy()
        sockets.delete(each)
      })
    }
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    turn(next) {
      isOpen = next
      if (!next) cut()
    },
    close() {
      cut()
      server.close()
    },
  }
}

const password = 'violet-anchor-sled-17'
let count = 0

interface TestPage {
  readonly slug: string
  readonly path: string
  readonly keys: PageKeys
  readonly generation: number
}

/** Adds a page whose keys are known here, and publishes it as the reporter does. */
async function addPage(visibility: VisitorVisibility): Promise<TestPage> {
  count += 1
  const slug = `protected-${count}`
  const { body } = await api.call('POST', '/status_pages', {
    as: owner.as,
    body: { title: 'Acme', slug, is_published: true, languages: ['en', 'pl'] },
  })
  const path = `/status_pages/${body.id}`
  if (visibility === 'password') await change(`${path}/password`, { password })
  await change(path, { visibility })
  const keys = generatePageKeys()
  const sealed = api.interface.context.vault.seal(keys.privateKey, ['status_page', String(body.id)])
  await api.owner.query(sql`update status_page_secret set sealed_key = ${sealed} where status_page_id = ${body.id}`)
  await api.owner.query(sql`update status_page set visitor_public_key = ${keys.publicKey} where id = ${body.id}`)
  return publish({ slug, path, keys })
}

async function publish({ slug, path, keys }: Omit<TestPage, 'generation'>): Promise<TestPage> {
  const [row] = await api.owner.query(sql<{ kind: VisitorVisibility; generation: number }>`select visibility as kind,
  visitor_generation as generation from status_page where slug = ${slug}`)
  if (!row) assert.fail()
  const signInUrl = row.kind === 'users' ? `https://app.example.com/status-page/${slug}` : null
  await pages.publish(slug, { ...row, publicKey: keys.publicKey, signInUrl }, { languages: ['en', 'pl'] })
  return { slug, path, keys, generation: row.generation }
}

async function change(path: string, body: object): Promise<void> {
  const done = await api.call('PUT', path, { as: owner.as, body })
  assert.equal(done.status, 204, done.text)
}

const files = [
  'api/v2/summary.json',
  'feed.rss',
  'feed.atom',
  'maintenance.ics',
  'badges/status.svg',
  'widget',
  'page.js',
]
const documents = ['', 'history', 'posts/anything', 'nothing']

const cookie = (token: string) => `wachta_visitor=${token}`

const claimsOf = ({ generation }: TestPage, more: Partial<VisitorClaims>): VisitorClaims => ({
  ...{ purpose: 'password', generation, expiresAt: Date.now() + 60_000, renewAt: null, visit: null, ...more },
})
const sign = (page: TestPage, more: Partial<VisitorClaims> = {}) =>
  signPageToken(page.keys, writeVisitorClaims(claimsOf(page, more)))

/** Asserts that an answer has nothing of the page's content, and is neither cached nor indexed. */
function assertClosed({ status, headers, body }: Raw, expected = 403): void {
  assert.equal(status, expected)
  assert.doesNotMatch(body + JSON.stringify(headers), /Secret title|Component|operational/i)
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(headers['set-cookie'], undefined)
}

function assertOpen({ status, headers, body }: Raw): void {
  assert.equal(status, 200)
  assert.match(body, /Secret title/)
  assert.equal(headers['cache-control'], 'private, no-cache')
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.match(String(headers['vary']), /Cookie/)
}

test('without a token, nothing of a protected page is served but its branding, whatever exists', async () => {
  for (const kind of ['password', 'link', 'users'] as const) {
    const { slug } = await addPage(kind)
    for (const path of [...documents, ...files]) assertClosed(await pages.send(`/${slug}/${path}`))
    for (const path of documents) assert.match((await pages.send(`/${slug}/${path}`)).body, /Protected status page/)
    assert.match((await pages.send(`/${slug}/?lang=pl`)).body, /Chroniona strona statusu/)
    assertClosed(await pages.send(`/${slug}/`, { headers: { 'if-none-match': '*' } }))
    for (const path of ['style.css', 'favicon.ico']) {
      const branding = await pages.send(`/${slug}/${path}`)
      assert.deepEqual([branding.status, branding.headers['cache-control']], [200, 'private, no-cache'])
      assert.doesNotMatch(branding.body, /Secret title/)
    }
    assert.equal((await pages.send(`/${slug}`)).headers['location'], `/${slug}/`)
  }
})

test('the password opens all files with one cookie, and ETags still work', async () => {
  const page = await addPage('password')
  const asked = await pages.send(`/${page.slug}/`)
  assert.match(asked.body, /<form class="card" method="post">/)
  assert.match(String(asked.headers['content-security-policy']), /default-src 'none'.*form-action 'self'/)
  const wrong = await pages.send(`/${page.slug}/`, { form: { password: 'wrong' } })
  assertClosed(wrong)
  assert.match(wrong.body, /Wrong password/)
  const entered = await pages.send(`/${page.slug}/history?lang=pl`, { form: { password } })
  assert.deepEqual([entered.status, entered.headers['location']], [303, `/${page.slug}/history?lang=pl`])
  assert.equal(entered.headers['set-cookie']?.length, 1)
  assert.match(
    String(entered.headers['set-cookie']?.[0]),
    new RegExp(`^wachta_visitor=[\\w.-]+; Path=/${page.slug}/; Max-Age=2591\\d{3}; HttpOnly; SameSite=Lax; Secure$`),
  )
  const with_ = { cookie: `other=1; ${cookieOf(entered)}` }
  assertOpen(await pages.send(`/${page.slug}/`, with_))
  for (const path of files) assert.equal((await pages.send(`/${page.slug}/${path}`, with_)).status, 200, path)
  const json = await pages.send(`/${page.slug}/api/v2/summary.json`, with_)
  assert.equal(json.headers['access-control-allow-origin'], undefined)
  assert.equal(json.headers['set-cookie'], undefined)
  const known = { ...with_, headers: { 'if-none-match': String(json.headers['etag']) } }
  assert.equal((await pages.send(`/${page.slug}/api/v2/summary.json`, known)).status, 304)
  const { cookie: _, ...without } = known
  assertClosed(await pages.send(`/${page.slug}/api/v2/summary.json`, without))
})

test('attempts are limited, in words', async () => {
  const page = await addPage('password')
  const attempt = (from: string, secret = 'wrong') =>
    pages.send(`/${page.slug}/`, { form: { password: secret }, headers: { 'x-forwarded-for': from } })
  for (let turn = 0; turn < 10; turn += 1) assertClosed(await attempt('192.0.2.9'))
  const stopped = await attempt('192.0.2.9', password)
  assertClosed(stopped, 429)
  assert.match(stopped.body, /Too many attempts/)
})

test('forms that are none, and methods that are not for it, are rejected', async () => {
  const [page, link] = [await addPage('password'), await addPage('link')]
  const headers = { 'content-type': 'application/json' }
  assertClosed(await pages.send(`/${page.slug}/`, { form: { password }, headers }), 400)
  assertClosed(await pages.send(`/${page.slug}/`, { form: { other: password } }), 400)
  assertClosed(await pages.send(`/${page.slug}/`, { form: { password: 'x'.repeat(5000) } }), 400)
  assertClosed(await pages.send(`/${page.slug}/`, { form: { password: '' } }))
  const deleting = await pages.send(`/${page.slug}/`, { method: 'DELETE' })
  assertClosed(deleting, 405)
  assert.equal(deleting.headers['allow'], 'GET, HEAD, POST')
  const posting = await pages.send(`/${link.slug}/`, { form: { password } })
  assertClosed(posting, 405)
  assert.equal(posting.headers['allow'], 'GET, HEAD')
})

test('signed-in visitors keep access while the api is unavailable; others are told so', async () => {
  const page = await addPage('password')
  const entered = await pages.send(`/${page.slug}/`, { form: { password } })
  way.turn(false)
  try {
    assertOpen(await pages.send(`/${page.slug}/`, { cookie: cookieOf(entered) }))
    const unavailable = await pages.send(`/${page.slug}/?lang=pl`, { form: { password } })
    assertClosed(unavailable, 503)
    assert.match(unavailable.body, /Teraz nie można się zalogować/)
    assert.equal(unavailable.headers['retry-after'], '60')
    assert.match((await pages.send(`/${page.slug}/`, { form: { password } })).body, /You cannot sign in at the moment/)
  } finally {
    way.turn(true)
  }
  assert.equal((await pages.send(`/${page.slug}/`, { form: { password } })).status, 303)
})

test('a token that is forged, expired, for another page, purpose or generation is rejected', async () => {
  const [page, other] = [await addPage('password'), await addPage('password')]
  const good = sign(page)
  const open = (token: string) => pages.send(`/${page.slug}/`, { cookie: cookie(token) })
  assertOpen(await open(good))
  assertOpen(await open(`rubbish; ${cookie(good)}`))
  const [payload = '', signature = ''] = good.split('.')
  const forged = Buffer.from(writeVisitorClaims(claimsOf(page, { expiresAt: null }))).toString('base64url')
  for (const token of [
    sign(other),
    signPageToken(generatePageKeys(), writeVisitorClaims(claimsOf(page, {}))),
    `${forged}.${signature}`,
    `${payload}.${'A'.repeat(86)}`,
    sign(page, { expiresAt: Date.now() - 1 }),
    sign(page, { generation: page.generation - 1 }),
    sign(page, { generation: page.generation + 1 }),
    sign(page, { purpose: 'link' }),
    sign(page, { purpose: 'users' }),
    sign(page, { purpose: 'entry' }),
    signPageToken(page.keys, '{"admin":true}'),
    '',
    'null',
  ])
    assertClosed(await open(token))
})

test('a new password ends former cookies within a second of its publication', async () => {
  const page = await addPage('password')
  const entered = await pages.send(`/${page.slug}/`, { form: { password } })
  assertOpen(await pages.send(`/${page.slug}/`, { cookie: cookieOf(entered) }))
  await change(`${page.path}/password`, { password: 'another-anchor-sled-18' })
  // A token of the new generation is issued even before that generation is published.
  const early = await pages.send(`/${page.slug}/`, { form: { password: 'another-anchor-sled-18' } })
  assert.equal(early.status, 303)
  await publish(page)
  assertClosed(await pages.send(`/${page.slug}/`, { cookie: cookieOf(entered) }))
  assertOpen(await pages.send(`/${page.slug}/`, { cookie: cookieOf(early) }))
})

test('a link opens its page without the api, until it is replaced', async () => {
  const page = await addPage('link')
  const { url } = (await api.call('POST', `${page.path}/link`, { as: owner.as })).body
  const { generation } = await publish(page)
  const { pathname, search } = new URL(url)
  way.turn(false)
  const opened = await pages.send(`${pathname}${search}`)
  assert.deepEqual([opened.status, opened.headers['location']], [303, `/${page.slug}/`])
  assert.match(String(opened.headers['set-cookie']?.[0]), /; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/)
  assert.equal(opened.headers['referrer-policy'], 'no-referrer')
  assertOpen(await pages.send(`/${page.slug}/`, { cookie: cookieOf(opened) }))
  const deep = await pages.send(`${pathname}feed.atom${search}&lang=pl`)
  assert.equal(deep.headers['location'], `/${page.slug}/feed.atom?lang=pl`)
  way.turn(true)
  await api.call('POST', `${page.path}/link`, { as: owner.as })
  assert.ok((await publish(page)).generation > generation)
  const old = await pages.send(`${pathname}${search}`)
  assertClosed(old)
  assert.match(old.body, /no longer valid/)
  assertClosed(await pages.send(`/${page.slug}/`, { cookie: cookieOf(opened) }))
  const other = await addPage('link')
  assertClosed(await pages.send(`/${other.slug}/${search}`), 403)
})

test('a visitor is sent to the page itself, never elsewhere, and puts nothing into headers', async () => {
  const page = await addPage('link')
  const key = sign(page, { purpose: 'link', expiresAt: null })
  for (const path of ['/evil.example', '//evil.example/', 'nothing', '%0d%0aSet-Cookie:%20a=b', '\\evil.example']) {
    const { status, headers } = await pages.send(`/${page.slug}/${path}?key=${key}&next=https://evil.example&lang=de`)
    assert.deepEqual([path, status, headers['location']], [path, 303, `/${page.slug}/`])
    assert.equal(headers['set-cookie']?.length, 1)
  }
  for (const wrong of [`${key}%0d%0aX-Injected:%20yes`, `${key};%20Path=/`, '%0d%0aLocation:%20https://evil.example'])
    assertClosed(await pages.send(`/${page.slug}/?key=${wrong}`))
})

/** Creates an entry for a signed-in user, as the app does; returns its path. */
async function enter(page: TestPage, as: string): Promise<string> {
  const { body } = await api.call('POST', '/status_page_entries', { as, body: { slug: page.slug } })
  const { pathname, search } = new URL(body.url)
  return `${pathname}${search}`
}

test('users come from the app with an entry that works once', async () => {
  const page = await addPage('users')
  assert.match(
    (await pages.send(`/${page.slug}/`)).body,
    /href="https:\/\/app\.example\.com\/status-page\/protected-\d+"/,
  )
  const entry = await enter(page, owner.as)
  const entered = await pages.send(entry)
  assert.deepEqual([entered.status, entered.headers['location']], [303, `/${page.slug}/`])
  assert.match(String(entered.headers['set-cookie']?.[0]), /; Max-Age=431\d\d; /)
  assertOpen(await pages.send(`/${page.slug}/`, { cookie: cookieOf(entered) }))
  const again = await pages.send(entry)
  assertClosed(again)
  assert.match(again.body, /no longer valid/)
  assertClosed(await pages.send(`/${page.slug}/`, { cookie: cookie(entry.split('=')[1] ?? '') }))
  const unused = await enter(page, owner.as)
  way.turn(false)
  assertClosed(await pages.send(`/${page.slug}/?entry=forged`), 403)
  assertClosed(await pages.send(unused), 503)
  way.turn(true)
  assert.equal((await pages.send(unused)).status, 303, 'an entry that was not used still works')
})

test('a visit is renewed by the api, goes on while it is unavailable, and ends when the user loses access', async () => {
  const page = await addPage('users')
  const user = await addHolder(api.owner, { parent: owner.id, role: 'viewer' })
  await pages.send(await enter(page, user.as))
  const [visit] = await api.owner.query(sql<{ id: string }>`select max(id)::text as id from status_page_visit`)
  const due = (more: Partial<VisitorClaims> = {}) =>
    cookie(
      sign(page, {
        ...{ purpose: 'users', visit: visit?.id ?? '', renewAt: Date.now() - 1, ...more },
        expiresAt: Date.now() + 60_000 + Math.floor(Math.random() * 10_000),
      }),
    )
  const first = due()
  const renewed = await pages.send(`/${page.slug}/`, { cookie: first })
  assertOpen(renewed)
  assert.match(cookieOf(renewed), /^wachta_visitor=./)
  assert.notEqual(cookieOf(renewed), first)
  const fresh = await pages.send(`/${page.slug}/`, { cookie: cookieOf(renewed) })
  assertOpen(fresh)
  assert.equal(fresh.headers['set-cookie'], undefined)
  const repeated = await pages.send(`/${page.slug}/`, { cookie: first })
  assert.equal(cookieOf(repeated), cookieOf(renewed), 'the api is not asked again for the same token')

  way.turn(false)
  const meanwhile = due()
  const stays = await pages.send(`/${page.slug}/`, { cookie: meanwhile })
  assertOpen(stays)
  assert.equal(stays.headers['set-cookie'], undefined)
  way.turn(true)
  await api.owner.query(sql`update account set is_blocked = true where id = ${user.id}`)
  assertOpen(await pages.send(`/${page.slug}/`, { cookie: cookieOf(renewed) }))
  // The api is asked again some seconds after it was unavailable.
  await wait(5_200)
  assertClosed(await pages.send(`/${page.slug}/`, { cookie: meanwhile }))
  way.turn(false)
  assertClosed(await pages.send(`/${page.slug}/`, { cookie: meanwhile }), 403)
  way.turn(true)
  assertClosed(await pages.send(`/${page.slug}/`, { cookie: due({ visit: '999999' }) }))
})
