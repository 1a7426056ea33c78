import assert from 'node:assert/strict'
import { addAccount } from '@wachta/testing/api/accounts'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import { screens } from '../support/screens.ts'
import { sessionOf, startWorld, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

type Session = Awaited<ReturnType<typeof sessionOf>>

/** A user who goes through the whole app and presses every enabled button. */
interface Role {
  readonly name: string
  readonly open: (world: World) => Promise<Session>
  readonly isAdministrator?: true
}

const by = (account: (world: World) => number) => (world: World) => sessionOf(world.api, account(world))

/** From the fewest rights to the most, so that deletions affect as few later roles as possible. */
const roles: readonly Role[] = [
  { name: 'observer', open: observer },
  { name: 'read-only user', open: by(({ neighbours }) => neighbours.reader) },
  { name: 'account with nothing', open: async ({ api }) => sessionOf(api, await addAccount(api.owner)) },
  { name: 'sub-account', open: by(({ neighbours }) => neighbours.shop) },
  { name: 'additional user', open: by(({ neighbours }) => neighbours.colleague) },
  { name: 'holder', open: by(({ anna }) => anna.id) },
  {
    name: 'administrator',
    open: ({ api, neighbours }) => sessionOf(api, neighbours.adam, 'administrator'),
    isAdministrator: true,
  },
]

export const refusalStories: readonly Story[] = [
  [
    'refusals: no user sees a button whose request the API rejects',
    async ({ browser }) => {
      await using world = await startWorld()
      const found: string[] = []
      let pressed = 0
      for (const role of roles) {
        const walked = await walk(world, browser, role)
        found.push(...walked.refused.map((line) => `${role.name}: ${line}`))
        pressed += walked.pressed
        console.log(`      ${role.name}: ${walked.pressed} pressed`)
        assert.ok(walked.pressed > 0, `${role.name} pressed nothing`)
      }
      assert.deepEqual(found, [])
      assert.ok(pressed > 60, `only ${pressed} buttons were pressed`)
    },
  ],
  [
    'refusals: a button that is refused is found',
    async ({ world, browser }) => {
      const reader = roles.find(({ name }) => name === 'read-only user')
      assert.ok(reader)
      const { refused } = await walk(world, browser, reader, {
        paths: ['/account'],
        prepare: (page) => plant(page, `/v3/services/${world.watching.services[0]?.id}`),
      })
      assert.deepEqual(refused, ['/account, Planted: PUT 403'])
    },
  ],
]

interface WalkOptions {
  readonly paths: readonly string[]
  readonly prepare?: (page: Page) => Promise<void>
}

/** If a screen has more buttons, these are in the rows of a list, which repeats them under other names. */
const maxButtons = 15

export async function walk(world: World, browser: Browser, role: Role, way: WalkOptions = allOf(world, role)) {
  const session = await role.open(world)
  const { page, context } = await visit(browser, world, '/account', { session })
  const traffic = watch(page)
  await page.locator('main h1').waitFor()
  let pressed = 0
  for (const path of way.paths) {
    traffic.place = path
    // Navigate within the app, like a link: a hundred page loads would take minutes.
    await page.evaluate((to) => history.pushState({}, '', to), path)
    await traffic.settled()
    await way.prepare?.(page)
    const tried = new Set<string>()
    while (tried.size < maxButtons) {
      const next = await untried(page, tried)
      if (!next) break
      tried.add(next.name)
      traffic.place = `${path}, ${next.name}`
      pressed += 1
      await press(page, next.button, traffic)
      // If the last click opened another account, return to the user's own first.
      const stop = page.getByRole('button', { name: 'Stop observing', exact: true })
      if (await stop.isVisible()) await stop.click()
      if (new URL(page.url()).pathname === '/sign-in') return { refused: traffic.refused, pressed }
      if (page.url() === world.address + path) continue
      await page.evaluate((to) => history.pushState({}, '', to), path)
      await traffic.settled()
    }
  }
  await context.close()
  return { refused: traffic.refused, pressed }
}

/** Every screen once; administrators' screens only for them, because no link leads others there. */
function allOf(world: World, { isAdministrator }: Role): WalkOptions {
  const open = screens(world).filter(
    (screen) => screen.isInside && screen.account === undefined && (isAdministrator || !screen.isForAdministrators),
  )
  return { paths: [...new Set(open.map(({ path }) => path))] }
}

/** Buttons that act: without those for tabs, sorting, expanding and navigation. Dangerous ones come last. */
const acting = 'main button:enabled:not([role=tab]):not([aria-expanded]):not(thead *):not(nav *), main a[download]'

async function untried(page: Page, tried: ReadonlySet<string>): Promise<{ name: string; button: Locator } | null> {
  const all = page.locator(acting)
  const names = await all.evaluateAll((elements) =>
    elements.map((element) => ({
      name: element.getAttribute('aria-label') ?? element.textContent ?? '',
      isVisible: element.checkVisibility(),
      isDangerous: element.className.includes('text-failure'),
    })),
  )
  const open = names
    .map((each, place) => ({ ...each, place }))
    .filter(({ name, isVisible }) => isVisible && !tried.has(name))
    .toSorted((one, other) => Number(one.isDangerous) - Number(other.isDangerous))
  const [first] = open
  return first ? { name: first.name, button: all.nth(first.place) } : null
}

/** Fills in the form of a button and presses it. If a dialog appears, fills in and confirms that, too. */
async function press(page: Page, button: Locator, traffic: Traffic): Promise<void> {
  for (const input of await button.locator('xpath=ancestor::form').locator(fillable).all()) await fill(input)
  await button.click({ timeout: 2000, noWaitAfter: true }).catch(() => undefined)
  await traffic.settled()
  const dialog = page.getByRole('dialog').last()
  if (!(await dialog.isVisible())) return
  for (const input of await dialog.locator(fillable).all()) await fill(input)
  const submit = dialog.locator('button:enabled').last()
  await submit.click({ timeout: 2000, noWaitAfter: true }).catch(() => undefined)
  await traffic.settled()
  if (await dialog.isVisible()) await page.keyboard.press('Escape')
}

const fillable = 'input:visible:enabled:not([readonly])'
let counter = 0

/** Fills in a value that the API is likely to accept. The field may be gone in the meantime. */
async function fill(input: Locator): Promise<void> {
  const type = await input.evaluate(typeIfEmpty, null, { timeout: 500 }).catch(() => null)
  if (type === null) return
  counter += 1
  const values: Readonly<Record<string, string>> = {
    email: `walker${counter}@example.com`,
    password: `osiem żółwi ${counter} nad Bugiem`,
  }
  await input.fill(values[type] ?? `walker${counter}`, { timeout: 2000 }).catch(() => undefined)
}

const typeIfEmpty = (input: SVGElement | HTMLElement): string | null =>
  input instanceof HTMLInputElement && !['checkbox', 'radio'].includes(input.type) && input.value === ''
    ? input.type
    : null

interface Traffic {
  place: string
  readonly refused: string[]
  /** Resolves after a while without requests. */
  settled(): Promise<void>
}

/** Records every answer that denies access. */
function watch(page: Page): Traffic {
  const open = new Set<Request>()
  const traffic: Traffic = {
    place: '',
    refused: [],
    async settled() {
      // The wait is limited, so that an endless request cannot block the walk.
      for (let quiet = 0, turn = 0; quiet < 3 && turn < 100; turn += 1) {
        await page.waitForTimeout(30)
        quiet = open.size === 0 ? quiet + 1 : 0
      }
    },
  }
  // Scripts count too, because screens are loaded on demand. The live stream and its worker's request never end.
  const counts = (request: Request) => /\/(v3\/(?!live$)|assets\/(?!live-worker-))/.test(request.url())
  page.on('request', (request) => counts(request) && open.add(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('requestfinished', async (request) => {
    const { place } = traffic
    const status = (await request.response())?.status()
    // The story invents a code, for which no device is waiting.
    const isMadeUp = status === 404 && request.url().endsWith('/v3/device_authorizations/find')
    if (
      isRefused(request.method(), status) &&
      request.url().includes('/v3/') &&
      !isMadeUp &&
      !isRefusedVisit(place, request)
    )
      traffic.refused.push(`${place}: ${request.method()} ${status}`)
    open.delete(request)
  })
  return traffic
}

/** A visit to another customer's status page is denied without pressing a button, which is no fault of the app. */
const isRefusedVisit = (place: string, request: Request): boolean =>
  place === '/status-page/nosuchpage' && request.url().endsWith('/v3/status_page_entries')

/** Hidden objects answer 404. A 404 to a read does not count: the object may just have been deleted. */
const isRefused = (method: string, status: number | undefined): boolean =>
  status === 403 || (method !== 'GET' && (status === 404 || status === 405))

/** Control: adds a button that should not be shown. */
const plant = (page: Page, url: string): Promise<void> =>
  page.evaluate((address) => {
    const button = document.createElement('button')
    button.textContent = 'Planted'
    button.onclick = () => {
      const { token } = JSON.parse(sessionStorage.getItem('wachta.session') ?? '{}')
      void fetch(address, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Planted' }),
      })
    }
    document.querySelector('main')?.prepend(button)
  }, url)

async function observer({ api, neighbours }: World): Promise<Session> {
  const { token } = await sessionOf(api, neighbours.adam, 'administrator')
  const { body } = await api.call('POST', `/accounts/${neighbours.shop}/observe`, { as: `Bearer ${token}` })
  return body
}
