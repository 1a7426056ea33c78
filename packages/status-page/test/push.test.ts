import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { type Bulletin, getFileHeaders, type PageView, renderBulletinPush, renderFile } from '@wachta/status-page'
import fc from 'fast-check'
import type { Browser, BrowserContext, Page, Worker } from 'playwright-core'
import { hostileText } from './support/hostile.ts'
import { makePublicId, makeSampleView, sampleNow } from './support/sample-view.ts'
import { serveView } from './support/serve-view.ts'
import { openWholeChromium, ways } from './support/visit-page.ts'

let browser: Browser
let apiUrl: string
/** The requests that the API got; `accepts` decides its answer. */
const posted: { readonly body: string; readonly cookie: string | undefined }[] = []
let accepts = true
const api = createServer((request, response) => void answer(request, response))
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  posted.push({ body: `${request.url} ${Buffer.concat(parts)}`, cookie: request.headers.cookie })
  const policy = accepts ? 'cross-origin' : 'same-origin'
  response.writeHead(accepts ? 200 : 429, { 'cross-origin-resource-policy': policy }).end()
}

before(async () => {
  browser = await openWholeChromium()
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
after(async () => {
  api.closeAllConnections()
  api.close()
  await browser.close()
})

const makeView = (more: Partial<PageView> = {}): PageView =>
  makeSampleView({ subscribeUrl: `${apiUrl}/subscribe/acme`, ...more })
const html = (view: PageView, staleSince: number | null = null) =>
  String(renderFile(view, '', { language: 'en', now: sampleNow, staleSince })?.body)

interface OpenedPage extends AsyncDisposable {
  readonly context: BrowserContext
  readonly page: Page
  /** The origins that the browser contacted; `violations` are the policy violations that it reported. */
  readonly requests: Set<string>
  readonly violations: string[]
}

/** Opens a page as a visitor whose browser may show notifications, or may not. */
async function visit(address: string, permissions: readonly string[] = ['notifications']): Promise<OpenedPage> {
  const context = await browser.newContext()
  const { origin } = new URL(address)
  await context.grantPermissions([...permissions], { origin })
  const page = await context.newPage()
  const requests = new Set<string>()
  const violations: string[] = []
  context.on('request', (request) => requests.add(new URL(request.url()).origin))
  page.on(
    'console',
    (said) => void (/Content Security Policy|Refused/.test(said.text()) && violations.push(said.text())),
  )
  await page.goto(address)
  return { context, page, requests, violations, [Symbol.asyncDispose]: () => context.close() }
}

/**
 * Replaces the push service of the browser's vendor, which cannot be reached; everything else is the browser's own. It
 * returns subscriptions in the form of `PushSubscription`.
 */
const fakePushService = (page: Page) =>
  page.addInitScript(() => {
    const stored = () => sessionStorage.getItem('endpoint')
    const toSubscription = (endpoint: string) => ({
      endpoint,
      options: { applicationServerKey: null },
      toJSON: () => ({ endpoint, keys: { p256dh: 'KEY', auth: 'AUTH' } }),
      unsubscribe: async () => sessionStorage.removeItem('endpoint'),
    })
    const { prototype } = (globalThis as never as { PushManager: { prototype: Record<string, unknown> } }).PushManager
    prototype['subscribe'] = async (asked: { applicationServerKey: Uint8Array; userVisibleOnly: boolean }) => {
      sessionStorage.setItem(
        'endpoint',
        `https://push.example/${asked.applicationServerKey.length}-${asked.userVisibleOnly}`,
      )
      return toSubscription(stored() ?? '')
    }
    prototype['getSubscription'] = async () => (stored() === null ? null : toSubscription(stored() ?? ''))
  })

test('a visitor switches notifications on and off, without a cookie and without leaving the page', async () => {
  await using served = await serveView(makeView())
  await using opened = await visit(served.address)
  const { page, context } = opened
  await fakePushService(page)
  await page.reload()
  posted.length = 0
  await page.getByText('Only some components').click()
  const [component] = makeView().sections.flatMap(({ components }) => components)
  await page.locator(`input[value="${component?.publicId}"]`).check()
  assert.equal(context.serviceWorkers().length, 0, 'nothing is registered before it is asked for')
  await page.getByRole('button', { name: 'Notify me in this browser' }).click()
  await page.getByText('This browser shows notifications of this page.').waitFor()
  const endpoint = 'https://push.example/65-true'
  const chosen = { language: 'en', component: component?.publicId ?? '' }
  const form = new URLSearchParams({ ...chosen, endpoint, p256dh: 'KEY', auth: 'AUTH' })
  assert.deepEqual(posted, [{ body: `/subscribe/acme ${form}`, cookie: undefined }])
  // The choice is remembered, also on other documents of the page.
  await page.goto(`${served.address}history`)
  await page.getByRole('button', { name: 'Stop notifications' }).click()
  await page.getByRole('button', { name: 'Notify me in this browser' }).waitFor()
  assert.equal(posted.at(-1)?.body, `/subscribe/acme ${new URLSearchParams({ endpoint, ended: '1' })}`)
  assert.equal(await page.getByText('This browser shows').isVisible(), false)
  assert.deepEqual(opened.violations, [])
  assert.deepEqual([...opened.requests].sort(), [new URL(served.address).origin, apiUrl].sort())
  assert.deepEqual(await context.cookies(), [])
})

for (const { name, language, theme, width } of ways)
  test(`the button is accessible and fits, on and off: ${name}`, async () => {
    await using served = await serveView(makeView())
    await using opened = await visit(`${served.address}?lang=${language}`)
    const { page } = opened
    await fakePushService(page)
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    await page.reload()
    for (const state of ['off', 'on']) {
      if (state === 'on') await page.locator('#push button:visible').click()
      await page.locator(`#push button:nth-of-type(${state === 'on' ? 2 : 1})`).waitFor()
      const { violations } = await new AxeBuilder({ page }).include('#subscribe').analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
      )
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    }
  })

test('what the api rejects is no subscription, and the page says so', async () => {
  await using served = await serveView(makeView())
  await using opened = await visit(served.address)
  const { page } = opened
  await fakePushService(page)
  await page.reload()
  accepts = false
  await page.getByRole('button', { name: 'Notify me in this browser' }).click()
  await page.getByText('Notifications could not be switched on.').waitFor()
  assert.equal(await page.evaluate(() => sessionStorage.getItem('endpoint')), null)
  accepts = true
  served.change(makeView({ subscribeUrl: 'http://127.0.0.1:9/subscribe/acme' }))
  await page.reload()
  await page.getByRole('button', { name: 'Notify me in this browser' }).click()
  await page.getByText('Notifications could not be switched on.').waitFor()
})

test('a browser that subscribed with a former key of the installation subscribes again', async () => {
  await using served = await serveView(makeView())
  await using opened = await visit(served.address)
  const { page } = opened
  await page.addInitScript(() => {
    let key: Uint8Array | null = new Uint8Array([4, 1])
    const toSubscription = () => ({
      endpoint: `https://push.example/${key?.length}`,
      options: { applicationServerKey: key?.buffer },
      toJSON: () => ({ endpoint: `https://push.example/${key?.length}`, keys: { p256dh: 'KEY', auth: 'AUTH' } }),
      unsubscribe: async () => {
        key = null
      },
    })
    const { prototype } = (globalThis as never as { PushManager: { prototype: Record<string, unknown> } }).PushManager
    // As browsers do: https://www.w3.org/TR/push-api/#subscribe-method.
    prototype['subscribe'] = async (asked: { applicationServerKey: Uint8Array }) => {
      if (key !== null && String(key) !== String(asked.applicationServerKey))
        throw new DOMException('There is a subscription with another key.', 'InvalidStateError')
      key = asked.applicationServerKey
      return toSubscription()
    }
    prototype['getSubscription'] = async () => (key === null ? null : toSubscription())
  })
  // With a worker, as it has been since the first subscription.
  await startWorker(opened)
  await page.reload()
  posted.length = 0
  await page.getByRole('button', { name: 'Notify me in this browser' }).click()
  await page.getByText('This browser shows notifications of this page.').waitFor()
  assert.match(posted[0]?.body ?? '', /endpoint=https%3A%2F%2Fpush\.example%2F65/)
})

test('with the browser itself, which reaches no push service here, the page says so too', async () => {
  await using served = await serveView(makeView())
  await using opened = await visit(served.address)
  posted.length = 0
  await opened.page.getByRole('button', { name: 'Notify me in this browser' }).click()
  await opened.page.getByText('Notifications could not be switched on.').waitFor()
  assert.deepEqual(posted, [])
  // The page has registered the worker nevertheless: its policy allows it.
  assert.deepEqual(
    opened.context.serviceWorkers().map((worker) => worker.url()),
    [`${served.address}push-worker.js`],
  )
  assert.deepEqual(opened.violations, [])
})

test('where it would not work, nothing is shown', async () => {
  await using served = await serveView(makeView())
  const button = (page: Page) => page.getByRole('button', { name: 'Notify me in this browser' })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(served.address)
  assert.equal(await button(plain).count(), 0, 'without scripts')
  await context.close()
  // Loopback counts as secure like HTTPS; a host name that resolves to it does not.
  const other = await browser.newContext()
  const insecure = await other.newPage()
  await insecure.route('http://status.test/**', async (route) =>
    route.fulfill({
      response: await route.fetch({ url: served.address.replace('/acme/', new URL(route.request().url()).pathname) }),
    }),
  )
  await insecure.goto('http://status.test/acme/')
  assert.equal(await insecure.evaluate('isSecureContext'), false)
  await insecure.waitForTimeout(300)
  assert.equal(await button(insecure).count(), 0, 'without https')
  await other.close()
  for (const view of [
    makeView({ pushKey: null }),
    makeView({ subscribeUrl: null }),
    makeView({ pushKey: '"><script>' }),
  ])
    assert.doesNotMatch(html(view), /id="push"|push\.js/)
  const { pushKey: _none, ...earlier } = makeView()
  assert.doesNotMatch(html(earlier), /id="push"|push\.js/, 'in a view of an earlier version')
  assert.doesNotMatch(html(makeView(), sampleNow - 120_000), /id="push"|push\.js/, 'while it is stale')
})

test('only pages with push messages may start a worker, and the worker may load nothing', () => {
  const policy = (path: string, view: PageView) => getFileHeaders(path, view)['Content-Security-Policy'] ?? ''
  for (const path of ['', 'history', 'posts/x']) {
    assert.match(policy(path, makeView()), /default-src 'none';.*script-src 'self';.*worker-src 'self';/)
    assert.match(policy(path, makeView({ pushKey: null })), /worker-src 'none';/)
    assert.match(policy(path, makeView({ subscribeUrl: null })), /worker-src 'none';/)
  }
  assert.match(policy('widget', makeView()), /worker-src 'none';/)
  assert.equal(policy('push-worker.js', makeView()), "default-src 'none'")
})

/** Registers the worker; `deliver` sends it messages as the browser would. */
async function startWorker({ context, page }: OpenedPage) {
  await page.evaluate(
    "navigator.serviceWorker.register('push-worker.js').then(() => navigator.serviceWorker.ready).then(() => undefined)",
  )
  const [worker] = context.serviceWorkers()
  assert.ok(worker)
  const session = await context.newCDPSession(page)
  const { promise: registered, resolve } = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations
    if (first) resolve(first.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  const deliver = async (data: string) =>
    void (await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }))
  return { worker, deliver }
}

type ShownNotifications = readonly {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly lang: string
}[]

const readNotifications = (page: Page): Promise<ShownNotifications> =>
  page.evaluate(`navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
    .then((shown) => shown.map(({ title, body, tag, lang }) => ({ title, body, tag, lang })))`)

/** Delivers a message repeatedly until it is shown, because a busy browser drops messages from the debugger. */
async function deliverUntil(
  { page, deliver }: { readonly page: Page; readonly deliver: (data: string) => Promise<void> },
  data: string,
  isDone: (shown: ShownNotifications) => boolean,
): Promise<ShownNotifications> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (attempt % 40 === 0) await deliver(data)
    const shown = await readNotifications(page)
    if (isDone(shown)) return shown
    await page.waitForTimeout(50)
  }
  return readNotifications(page)
}

/** Clicks a notification within its worker. Returns the URL of the window that it would open for a real user. */
const click = (worker: Worker, path: unknown, action = '') =>
  worker.evaluate(
    async ([target, chosen]) => {
      const scope = globalThis as never as {
        registration: {
          showNotification: (title: string, options: object) => Promise<void>
          getNotifications: () => Promise<object[]>
        }
        clients: { openWindow: (url: string) => Promise<null>; matchAll: () => Promise<[]> }
        dispatchEvent: (event: unknown) => void
        NotificationEvent: new (type: string, options: object) => object
      }
      const { promise, resolve } = Promise.withResolvers<string>()
      // As if the page were closed.
      scope.clients.matchAll = async () => []
      scope.clients.openWindow = async (url) => {
        resolve(url)
        return null
      }
      await scope.registration.showNotification('x', { data: { path: target } })
      const notification = (await scope.registration.getNotifications()).at(-1)
      scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification, action: chosen }))
      return Promise.race([promise, new Promise<string>((done) => setTimeout(done, 500, 'nothing'))])
    },
    [path, action] as const,
  )

test('the worker shows what it is sent, and the newest of a post alone', async () => {
  await using served = await serveView(makeView())
  await using opened = await visit(served.address)
  const { deliver } = await startWorker(opened)
  const before = served.requests.length
  const send = async (message: object, wanted: string) => {
    const bodies = (shown: ShownNotifications) => shown.map(({ body }) => body).sort()
    const target = { page: opened.page, deliver }
    return bodies(await deliverUntil(target, JSON.stringify(message), (shown) => bodies(shown).includes(wanted)))
  }
  const message = { title: 'Acme: Slow', path: 'posts/x', tag: 'x', language: 'en', unsubscribe: 'Unsubscribe' }
  const [first, second, other] = ['Investigating: We look.', 'Resolved: Done.', 'Of another post.']
  assert.deepEqual(await send({ ...message, body: first }, first), [first])
  const [notification] = await readNotifications(opened.page)
  assert.deepEqual(notification, { title: 'Acme: Slow', body: first, tag: 'x', lang: 'en' })
  assert.deepEqual(await send({ ...message, body: second }, second), [second])
  assert.deepEqual(await send({ ...message, tag: 'y', body: other }, other), [other, second])
  assert.equal(served.requests.length, before, 'it needs no request, not even to the page')
  assert.deepEqual([...opened.requests], [new URL(served.address).origin])
})

test('whatever a message is, something is shown and nothing happens', async () => {
  await using served = await serveView(makeView())
  await using opened = await visit(served.address)
  const { deliver } = await startWorker(opened)
  const { host } = new URL(served.address)
  const strange = ['', 'no JSON', 'null', '[]', '7', '{"title":{"a":1},"body":[],"tag":9,"path":{},"unsubscribe":true}']
  let count = 0
  for (const data of strange) {
    const shown = await deliverUntil({ page: opened.page, deliver }, data, ({ length }) => length > count)
    assert.ok(shown.length > count, data)
    assert.ok(shown.every(({ title, body }) => title === host && body === ''))
    count = shown.length
  }
  assert.deepEqual([...opened.requests], [new URL(served.address).origin])
})

test('a click opens the post, and never anything but the page', async () => {
  await using served = await serveView(makeView())
  await using opened = await visit(served.address)
  const { worker } = await startWorker(opened)
  assert.equal(await click(worker, 'posts/abc'), `${served.address}posts/abc`)
  const hostile = [
    ...[
      'https://evil.example/',
      '//evil.example/',
      '/other/',
      '../other/',
      '..%2f..',
      '%2e%2e/other/',
      'javascript:alert(1)',
    ],
    ...[
      'data:text/html,x',
      '\\\\evil.example',
      'http://[',
      `${served.address.replace('127.0.0.1', 'user@127.0.0.1')}`,
      null,
      7,
      {},
    ],
  ]
  for (const path of hostile) {
    const target = await click(worker, path)
    assert.ok(target.startsWith(served.address), `${path}: ${target}`)
    assert.doesNotMatch(target.slice(served.address.length), /^[./]*other/)
  }
  assert.equal(await click(worker, 'posts/abc', 'unsubscribe'), 'nothing', 'the other button opens nothing')
})

test('a push message holds public words on one line, whatever was written', () => {
  const bulletin = fc.infiniteStream(hostileText).map((texts): Bulletin => {
    const next = () => texts.next().value as string
    const page = {
      title: next(),
      url: 'https://s.example/acme',
      timeZone: 'UTC',
      accentColour: '#123456',
      brandName: next(),
      footer: next(),
    }
    const post = {
      publicId: makePublicId(7),
      kind: 'incident',
      title: next(),
      state: 'investigating',
      impact: 'minor',
    } as const
    return {
      ...{ page, language: 'pl', post: { ...post, startTime: sampleNow, endTime: null } },
      update: { publicId: makePublicId(8), state: 'identified', text: next().repeat(50), time: sampleNow },
      components: [{ publicId: makePublicId(9), name: next() }],
    }
  })
  fc.assert(
    fc.property(bulletin, (news) => {
      const message = renderBulletinPush(news)
      assert.doesNotMatch(`${message.title}${message.body}`, /[\p{Cc}\p{Bidi_Control}]/u)
      assert.match(message.body, /^Przyczyna znana/)
      assert.ok(Buffer.byteLength(JSON.stringify(message)) <= 3_993)
      assert.deepEqual([message.path, message.tag], [`posts/${makePublicId(7)}`, makePublicId(7)])
    }),
    { numRuns: 200 },
  )
})
