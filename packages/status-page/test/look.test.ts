import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { AxeBuilder } from '@axe-core/playwright'
import { getFileHeaders, renderFile, renderSignIn } from '@wachta/status-page'
import type { Browser, Page, Request } from 'playwright-core'
import { darkPalette, lightPalette, type Palette, solidColours } from '../src/colours.ts'
import { allAttacks, makeHostileView } from './support/hostile.ts'
import { makeLargeView, makeQuietView, makeSampleView, sampleNow } from './support/sample-view.ts'
import { type ServedView, serveView } from './support/serve-view.ts'
import { openChromium, ways } from './support/visit-page.ts'

const documents = ['', 'history', 'posts/pincident0000002', 'widget']
const hostileDocuments = ['', 'history', 'posts/phostile00000001', 'posts/phostile00000003', 'widget', 'logo']
const accessibilityRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

describe('in a browser', () => {
  let browser: Browser
  let sample: ServedView
  let hostile: ServedView

  before(async () => {
    browser = await openChromium()
    sample = await serveView(makeSampleView())
    hostile = await serveView(makeHostileView(() => allAttacks))
  })
  after(async () => {
    await browser.close()
    await Promise.all([sample, hostile].map((each) => each[Symbol.asyncDispose]()))
  })

  for (const { name, language, theme, width } of ways) {
    const visit = async (address: string) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme })
      const page = await context.newPage()
      const trouble = watch(page, address)
      await page.goto(`${address}?lang=${language}`, { waitUntil: 'networkidle' })
      return { page, trouble, [Symbol.asyncDispose]: () => context.close() }
    }

    test(`every document is accessible, fits and asks for nothing elsewhere: ${name}`, async () => {
      for (const path of documents) {
        const address = sample.address + path
        await using visited = await visit(address)
        const { page, trouble } = visited
        assert.equal(await page.locator('html').getAttribute('lang'), language)
        const { violations } = await new AxeBuilder({ page }).withTags(accessibilityRules).analyze()
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          [],
          address,
        )
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${address} is too wide`)
        assert.deepEqual(trouble, [], address)
      }
    })

    test(`hostile texts in every field run nothing and ask for nothing: ${name}`, async () => {
      for (const path of hostileDocuments) {
        await using visited = await visit(hostile.address + path)
        const { page, trouble } = visited
        assert.equal(await page.evaluate('window.hacked'), undefined, path)
        assert.deepEqual(
          trouble.filter((line) => !isKeptOut(line, path)),
          [],
          path,
        )
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} is too wide`)
      }
    })
  }

  test('feeds and badges are well-formed for the parser of a browser, however hostile', async () => {
    await using page = await browser.newPage()
    for (const view of [makeSampleView(), makeHostileView(() => allAttacks)])
      for (const path of ['feed.rss', 'feed.atom', 'badges/status.svg', 'badges/uptime.svg', 'favicon.ico']) {
        const body = renderFile(view, path, { language: 'pl', now: sampleNow, staleSince: sampleNow })?.body
        const root = await page.evaluate(
          `(() => { const parsed = new DOMParser().parseFromString(${JSON.stringify(body)}, 'application/xml'); return parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.localName })()`,
        )
        assert.match(String(root), /^(?:rss|feed|svg)$/, path)
      }
  })

  test('an open page shows what changed, keeps what the visitor opened, and says when it cannot refresh', async () => {
    await using served = await serveView(makeQuietView())
    await using context = await browser.newContext()
    const page = await context.newPage()
    await page.clock.install({ time: sampleNow })
    await page.goto(served.address)
    await page.locator('summary').first().click()
    const count = () => served.requests.filter((each) => each === 'GET /nordlicht/').length
    assert.equal(count(), 1)

    served.change(makeSampleView())
    await page.clock.runFor(31_000)
    await page.getByText('Card payments fail for some customers').waitFor()
    assert.match(await page.title(), /^Partial outage/)
    assert.equal(await page.locator('details[open]').count(), 1)
    assert.equal(count(), 2)

    await context.setOffline(true)
    await page.clock.runFor(31_000)
    // A screen reader announces it too.
    await page.getByRole('status').filter({ hasText: 'This page cannot be refreshed' }).waitFor()
    await context.setOffline(false)
    await page.clock.runFor(31_000)
    await page.getByText('This page cannot be refreshed').waitFor({ state: 'hidden' })

    await page.route(served.address, (route) =>
      route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Sign in</h1>' }),
    )
    await page.clock.runFor(31_000)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('the page for signing in is accessible, fits, and sends a plain form', async () => {
    const access = { kind: 'password', publicKey: null, generation: 1, signInUrl: null } as const
    for (const { language, theme, width } of ways.filter(({ name }) => name === 'light' || name === 'polish')) {
      const looks = { viewport: { width, height: 900 }, colorScheme: theme } as const
      await using context = await browser.newContext(looks)
      const page = await context.newPage()
      const body = renderSignIn(makeSampleView(), { access, path: '', language, problem: 'wrong_password' })
      const headers = { ...getFileHeaders(''), 'Content-Type': 'text/html; charset=utf-8' }
      await page.route(sample.address, (route) => route.fulfill({ body, headers }))
      const trouble = watch(page, sample.address)
      await page.goto(sample.address, { waitUntil: 'networkidle' })
      const { violations } = await new AxeBuilder({ page }).withTags(accessibilityRules).analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        [],
      )
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
      await page.getByLabel({ en: 'Password', pl: 'Hasło' }[language]).fill('secret')
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await page.getByRole('button').click()
      assert.equal((await sent).postData(), 'password=secret')
      assert.deepEqual(trouble, [])
    }
  })

  test('nothing needs JavaScript', async () => {
    await using context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(sample.address)
    await page.getByRole('link', { name: 'Card payments fail for some customers' }).click()
    await page.getByRole('heading', { level: 1, name: 'Card payments fail for some customers' }).waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Slow sign-in' }).click()
    await page.getByRole('link', { name: 'Polski' }).click()
    await page.getByRole('heading', { name: 'Analiza po incydencie' }).waitFor()
    await page.getByRole('link', { name: 'Bieżący stan' }).click()
    await page.getByText('Częściowa awaria').first().waitFor()
  })

  test('the widget can be framed by other sites, and nothing else can', async () => {
    await using context = await browser.newContext()
    const page = await context.newPage()
    const frames = ['widget', ''].map((path) => `<iframe title="${path}" src="${sample.address}${path}"></iframe>`)
    const other = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(frames.join('')))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    // Another name of this machine counts as another site.
    await page.goto(`http://localhost:${(other.address() as AddressInfo).port}/`, { waitUntil: 'networkidle' })
    await page.frameLocator('[title=widget]').getByText('Partial outage').waitFor()
    assert.equal(await page.frameLocator('[title=""]').getByText('Partial outage').count(), 0)
    other.close()
  })
})

/** Collects requests to other origins, failed scripts, and everything that the policy blocked. */
function watch(page: Page, address: string): string[] {
  const trouble: string[] = []
  const { origin } = new URL(address)
  const note = (request: Request) => {
    const isElsewhere = new URL(request.url()).origin !== origin
    // Requests that the policy blocks never leave the browser.
    if (isElsewhere && request.failure()?.errorText !== 'csp') trouble.push(`request ${request.url()}`)
  }
  page.on('requestfinished', note)
  page.on('requestfailed', note)
  page.on('dialog', (dialog) => trouble.push(dialog.message()))
  page.on('pageerror', (error) => trouble.push(error.message))
  page.on('console', (message) => trouble.push(message.text()))
  return trouble
}

/** If the hostile logo is opened by itself, the browser blocks what it tries, and reports it. */
const isKeptOut = (line: string, path: string): boolean =>
  path === 'logo' && /Content Security Policy|sandboxed|favicon/.test(line)

test('30 components with 90 days take less than 50 kB to the first paint', () => {
  const view = makeLargeView(30)
  const options = { language: 'pl', now: sampleNow, staleSince: null } as const
  const bodies = ['', 'style.css'].map((path) => String(renderFile(view, path, options)?.body))
  assert.equal(bodies[0]?.match(/<rect class="/g)?.length, 30 * 90 + 5)
  for (const compress of [gzipSync, brotliCompressSync]) {
    const bytes = bodies.reduce((sum, body) => sum + compress(body).length, 0)
    assert.ok(bytes < 50_000, `${compress.name}: ${bytes} bytes`)
  }
})

test('texts have a contrast of 4.5:1 and bars one of 3:1 on every surface', () => {
  const texts = ['ink', 'muted', 'ok', 'maintenance', 'minor', 'major', 'critical'] as const
  const bars = ['barFull', 'barSlight', 'barPart', 'barBad', 'barEmpty'] as const
  const assertContrast = (palette: Palette, names: readonly (keyof Palette)[], least: number) => {
    for (const name of names)
      for (const surface of ['surface', 'page'] as const) {
        const contrast = getContrast(palette[name], palette[surface])
        assert.ok(contrast >= least, `${name} on ${surface}: ${contrast.toFixed(2)}`)
      }
  }
  for (const palette of [lightPalette, darkPalette]) {
    assertContrast(palette, texts, 4.5)
    assertContrast(palette, bars, 3)
  }
  for (const [name, colour] of Object.entries(solidColours)) assert.ok(getContrast(colour, '#ffffff') >= 4.5, name)
})

/** The contrast ratio of WCAG 2. */
function getContrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
