import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import {
  type Bulletin,
  describeForChat,
  getFileHeaders,
  type PageView,
  renderBulletinJson,
  renderBulletinMail,
  renderConfirmationMail,
  renderFile,
} from '@wachta/status-page'
import fc from 'fast-check'
import type { Browser } from 'playwright-core'
import { allAttacks, hostileText, makeHostileView } from './support/hostile.ts'
import { makePublicId, makeSampleView, sampleNow } from './support/sample-view.ts'
import { serveView } from './support/serve-view.ts'
import { openChromium } from './support/visit-page.ts'

let browser: Browser
/** The requests that the API got. */
const posted: string[] = []
const api = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  if (request.method === 'POST') posted.push(`${request.url} ${Buffer.concat(parts)}`)
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Check your mailbox</h1>')
})
let apiUrl: string
const sampleView = makeSampleView({ subscribeUrl: null })

before(async () => {
  browser = await openChromium()
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})
after(async () => {
  api.closeAllConnections()
  api.close()
  await browser.close()
})

const open = (more: Partial<PageView> = {}): PageView => ({
  ...sampleView,
  subscribeUrl: `${apiUrl}/subscribe/acme`,
  ...more,
})
const html = (view: PageView, { language = 'en' as const, staleSince = null as number | null } = {}) =>
  String(renderFile(view, '', { language, now: sampleNow, staleSince })?.body)

test('visitors subscribe without a script, and choose components', async () => {
  await using served = await serveView(open())
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(served.address)
  await page.getByLabel('Get updates by e-mail').fill('ann@mail.example')
  await page.getByText('Only some components').click()
  const [component] = sampleView.sections.flatMap(({ components }) => components)
  await page.locator(`input[value="${component?.publicId}"]`).check()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor()
  const form = new URLSearchParams({ language: 'en', email: 'ann@mail.example', component: component?.publicId ?? '' })
  assert.deepEqual(posted, [`/subscribe/acme ${form}`])
  assert.deepEqual(await context.cookies(), [])
  await context.close()
})

test('with the script, visitors are told on the page that the api is unavailable', async () => {
  await using served = await serveView(open({ subscribeUrl: 'http://127.0.0.1:9/subscribe/acme' }))
  const page = await browser.newPage()
  await page.goto(served.address)
  await page.getByLabel('Get updates by e-mail').fill('bob@mail.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Nothing was sent. Try again later, or use a feed.').waitFor()
  assert.equal(page.url(), served.address)
  served.change(open())
  await page.goto(served.address)
  await page.getByLabel('Get updates by e-mail').fill('bob@mail.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Check your mailbox' }).waitFor()
  assert.match(posted.at(-1) ?? '', /bob%40mail\.example/)
  await page.close()
})

test('the policy of a page lets its form post only to the api', () => {
  const policy = (view: Pick<PageView, 'subscribeUrl'>, path = '') =>
    getFileHeaders(path, view)['Content-Security-Policy'] ?? ''
  const view = { subscribeUrl: 'https://wachta.example.com/subscribe/acme' }
  for (const path of ['', 'history', 'posts/x']) {
    assert.match(policy(view, path), /form-action 'self' https:\/\/wachta\.example\.com$/)
    assert.match(policy(view, path), /connect-src 'self' https:\/\/wachta\.example\.com;/)
  }
  assert.match(policy(view, 'widget'), /form-action 'self'$/)
  for (const subscribeUrl of [null, undefined, 'javascript:alert(1)', "https://x.example'; script-src *"])
    assert.doesNotMatch(
      policy(subscribeUrl === undefined ? {} : { subscribeUrl }),
      /script-src \*|javascript|form-action 'self' [^h]/,
    )
})

test('there is no form where it would not work', () => {
  assert.match(html(open()), /<form class="subscribe"/)
  assert.doesNotMatch(html(open({ subscribeUrl: null })), /<form/)
  const { subscribeUrl: _none, ...earlier } = sampleView
  assert.doesNotMatch(html(earlier), /<form/, 'in a view of an earlier version')
  const stale = html(open(), { staleSince: sampleNow - 120_000 })
  assert.doesNotMatch(stale, /<form/)
  assert.match(stale, /You cannot subscribe by e-mail at the moment\. The feeds work\./)
})

test('hostile names stay text in the form', async () => {
  const view = { ...makeHostileView(() => allAttacks), subscribeUrl: `${apiUrl}/subscribe/acme` }
  await using served = await serveView(view)
  const page = await browser.newPage()
  await page.goto(served.address)
  assert.equal(await page.evaluate(() => (globalThis as { hacked?: unknown }).hacked), undefined)
  assert.equal(await page.locator('form').count(), 1)
  await page.close()
})

const bulletin = fc.infiniteStream(hostileText).map((texts): Bulletin => {
  const next = () => texts.next().value as string
  return {
    page: {
      title: next(),
      url: 'https://status.example/acme',
      timeZone: next(),
      accentColour: next(),
      brandName: next(),
      footer: next(),
    },
    language: 'en',
    post: {
      ...{ publicId: makePublicId(7), kind: 'incident', title: next(), state: 'investigating', impact: 'minor' },
      ...{ startTime: sampleNow, endTime: null },
    },
    update: { publicId: makePublicId(7), state: 'identified', text: next(), time: sampleNow },
    components: [{ publicId: makePublicId(7), name: next() }],
  }
})

test('no text becomes a header or markup of a message', () => {
  const links = { manageUrl: 'https://w.example/subscription/1', unsubscribeUrl: 'https://w.example/unsubscribe/1' }
  fc.assert(
    fc.property(bulletin, fc.boolean(), (news, isKnown) => {
      const mails = [
        renderBulletinMail(news, links),
        renderConfirmationMail({ page: news.page, language: 'pl', isKnown, url: links.manageUrl }),
      ]
      for (const { sender, subject, html: body, text } of mails) {
        assert.doesNotMatch(`${sender}${subject}`, /[\p{Cc}\p{Bidi_Control}]/u)
        assert.doesNotMatch(
          body,
          /<(?:script|img|iframe|svg|link|base|meta http)|\son\w+\s*=\s*"|href="(?!https?:|mailto:|\/posts)/,
        )
        assert.doesNotMatch(body, /\p{Bidi_Control}/u)
        assert.equal(text, text.toWellFormed())
      }
      assert.equal(JSON.parse(renderBulletinJson(news)).post.title, JSON.parse(JSON.stringify(news.post.title)))
      for (const value of Object.values(describeForChat(news))) assert.doesNotMatch(value, /[\r\n]/)
    }),
    { numRuns: 200 },
  )
})
