import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

/** More tabs than the connections that a browser opens to one host over HTTP/1.1. */
const tabs = 10
const maxUntilUsable = 3000

export const trialStories: readonly Story[] = [
  [
    'trial: ten tabs, the tenth usable within 3 s',
    async ({ world, browser }) => {
      const streams = watchStreams(world)
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      await isLive(page)
      // First nine tabs that are loaded: a browser does not load nine visible tabs concurrently.
      for (let opened = 1; opened < tabs - 1; opened += 1) {
        const other = await openTab(context, world)
        await isLive(other)
        await other.waitForLoadState('networkidle')
      }
      const started = performance.now()
      const tenth = await openTab(context, world)
      await tenth.getByRole('link', { name: 'Blog' }).click()
      await tenth.getByRole('heading', { name: 'Blog' }).waitFor()
      const time = Math.round(performance.now() - started)
      console.log(`      the tenth tab is usable after ${time} ms; ${streams.open()} stream`)
      assert.ok(time < maxUntilUsable, `usable after ${time} ms`)
      await isLive(tenth)
      assert.deepEqual([streams.opened(), streams.open()], [1, 1], 'all tabs share one stream')

      // Closing the first tab opens no new stream; closing the last tab closes the stream.
      await page.close()
      await isLive(context.pages()[0] as Page)
      assert.deepEqual([streams.opened(), streams.open()], [1, 1])
      await context.close()
      for (let tries = 0; tries < 50 && streams.open() > 0; tries += 1) await wait(100)
      assert.equal(streams.open(), 0)
    },
  ],
  [
    'trial: evidence in three clicks with its own URL',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context, complaints } = await visit(browser, world, '/', { session })
      const { click, clicks } = counting()
      const list = page.getByRole('list', { name: 'Services by urgency' })
      await click(list.getByRole('link', { name: 'Sklep: strona główna' }))
      await click(page.getByRole('link', { name: 'View evidence' }))
      const panel = page.getByRole('dialog', { name: 'Warszawa' })
      await panel.getByText('Server: nginx').waitFor()
      assert.ok(clicks() <= 3, `${clicks()} clicks to the evidence of a failure`)
      const url = page.url()
      assert.match(url, /[?&]evidence=\d+\.\d{15}\.\d+/)
      await panel.getByRole('button', { name: /traceroute\.txt/ }).click()
      await panel.getByText('198.51.100.1').waitFor()

      // A reload, a copied address and the history show the same, with the same panel open.
      await page.reload()
      await panel.getByText('198.51.100.1').waitFor()
      const copied = await openTab(context, world, url)
      await copied.getByRole('dialog', { name: 'Warszawa' }).getByText('Server: nginx').waitFor()
      await copied.close()
      await page.goBack()
      await panel.waitFor({ state: 'detached' })
      await page.goForward()
      await panel.getByText('198.51.100.1').waitFor()
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      assert.doesNotMatch(page.url(), /evidence/)

      await page.goto(world.address)
      const other = counting()
      await other.click(page.getByRole('link', { name: 'Blog' }))
      await other.click(page.getByRole('link', { name: 'Results by sensor' }))
      await other.click(page.getByRole('link', { name: 'Details of the check from Kraków' }).first())
      await page.getByRole('dialog', { name: 'Kraków' }).getByRole('heading', { name: 'Evidence' }).waitFor()
      assert.ok(other.clicks() <= 3, `${other.clicks()} clicks to the evidence of a service that is up`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'trial: offline navigation never leaves the app',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      // The browser itself remembers only the first few hundred requests.
      const loaded: string[] = []
      page.on('requestfinished', (request) => void loaded.push(request.url()))
      const main = page.getByRole('navigation', { name: 'Main navigation' })
      const row = page.getByRole('link', { name: 'Blog' })
      const waits = page.getByText('the page you opened is not loaded yet')
      await row.waitFor()
      await context.setOffline(true)
      await main.getByRole('link', { name: 'Sensors' }).click()
      await waits.waitFor()
      assert.ok(await row.isVisible(), 'the screen stays')
      assert.equal(new URL(page.url()).pathname, '/')
      const logo = await page.locator('aside').getByText('Wachta').boundingBox()
      assert.ok((logo?.height ?? 99) < 32, `the logo is one line: ${logo?.height} px`)

      await page.getByRole('button', { name: 'Stay here' }).click()
      await waits.waitFor({ state: 'detached' })
      await main.getByRole('link', { name: 'Sensors' }).click()
      await waits.waitFor()
      await context.setOffline(false)
      await page.getByRole('heading', { name: 'Sensors', exact: true }).waitFor()
      assert.equal(new URL(page.url()).pathname, '/sensors')
      await page.goBack()
      await row.click()
      await page.getByRole('heading', { name: 'Blog' }).waitFor()

      // If a part of a screen is not loaded yet, the rest stays usable.
      await context.setOffline(true)
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByText(/Offline since/).waitFor()
      await page.waitForTimeout(500)
      assert.ok(await page.getByRole('heading', { name: 'Blog' }).isVisible())
      await context.setOffline(false)
      await page.getByLabel('Interval').waitFor()

      // After a while everything is loaded, parts of screens last, and opens without a connection.
      const isLoaded = () => loaded.some((url) => /\/share-dialog-[^/]+\.js$/.test(url))
      for (let turns = 0; turns < 80 && !isLoaded(); turns += 1) await page.waitForTimeout(500)
      assert.ok(isLoaded(), `${loaded.length} files are loaded`)
      await page.waitForTimeout(500)
      await context.setOffline(true)
      await main.getByRole('link', { name: 'Diagnostics' }).click()
      await page.getByRole('heading', { name: 'Diagnostics', exact: true }).waitFor()
      await context.close()
    },
  ],
  [
    'trial: unsaved changes are guarded',
    async ({ world, browser }) => {
      const { incidents, people, watching } = world
      const session = await sessionOf(world.api, world.anna.id)
      const blog = watching.services.find(({ name }) => name === 'Blog')
      const { page, context } = await visit(browser, world, '/', { session })
      const sensors = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Sensors' })
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      const stay = async () => {
        await question.getByRole('button', { name: 'Keep editing' }).click()
        await question.waitFor({ state: 'detached' })
      }
      const leave = async () => {
        await question.getByRole('button', { name: 'Discard changes' }).click()
        await question.waitFor({ state: 'detached' })
      }
      await page.getByRole('link', { name: 'Blog' }).click()
      await page.getByRole('tab', { name: 'Settings' }).click()
      const name = page.getByLabel('Name', { exact: true })
      await name.fill('Blog, changed')
      await sensors.click()
      await stay()
      await page.evaluate(() => history.back())
      await stay()
      await page.getByRole('tab', { name: 'Overview' }).click()
      await stay()
      const closing = page.waitForEvent('dialog')
      await page.close({ runBeforeUnload: true })
      const asked = await closing
      assert.equal(asked.type(), 'beforeunload')
      await asked.dismiss()
      assert.equal(await name.inputValue(), 'Blog, changed')
      assert.equal(new URL(page.url()).pathname, `/services/${blog?.id}`)
      // A value that is reset or saved is not an unsaved change.
      await name.fill('Blog')
      await page.getByRole('tab', { name: 'Overview' }).click()
      await page.getByRole('heading', { name: 'Response time', exact: true }).waitFor()

      const edits: readonly (readonly [path: string, edit: () => Promise<void>])[] = [
        [`/services/${blog?.id}?tab=settings`, () => name.fill('Changed')],
        [`/events/rules/${incidents.slow}`, () => name.fill('Changed')],
        ['/events/rules/new', () => name.fill('Changed')],
        [`/escalations/${people.events.failure}`, () => page.getByRole('button', { name: 'Add step' }).click()],
        [`/templates/${people.template}`, () => name.fill('Changed')],
        [`/corrections?service=${blog?.id}`, () => page.getByLabel('Reason').fill('Changed')],
      ]
      for (const [path, edit] of edits) {
        await page.goto(world.address + path)
        await edit()
        await sensors.click()
        await question.waitFor().catch(() => assert.fail(`${path} was left without a question`))
        await leave()
        await page.getByRole('heading', { name: 'Sensors', exact: true }).waitFor()
      }

      const dialogs: readonly (readonly [path: string, button: string, field: string])[] = [
        ['/sensors', 'Add private sensor…', 'Name'],
        ['/administration', 'New sub-account', 'Name'],
        ['/account?tab=users', 'Invite', 'Full name'],
      ]
      for (const [path, button, field] of dialogs) {
        await page.goto(world.address + path)
        await page.getByRole('button', { name: button }).click()
        const input = page.getByRole('dialog').getByLabel(field, { exact: true })
        await input.fill('Changed')
        await page.keyboard.press('Escape')
        await question.waitFor().catch(() => assert.fail(`${path} was closed without a question`))
        await stay()
        assert.equal(await input.inputValue(), 'Changed')
        // Only the form for a sensor has its own address; before the others, the history leads out of the app.
        if (path === '/sensors') await page.evaluate(() => history.back())
        else await page.keyboard.press('Escape')
        await question.waitFor().catch(() => assert.fail(`${path} was left without a question`))
        await leave()
        await input.waitFor({ state: 'detached' })
      }

      await page.goto(`${world.address}/contacts`)
      await page.getByRole('link', { name: 'Anna Kowalska' }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
      await name.fill('Changed')
      await page.keyboard.press('Escape')
      await stay()
      assert.equal(await name.inputValue(), 'Changed')
      await page.evaluate(() => history.back())
      await leave()
      await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()
      await context.close()
    },
  ],
]

async function openTab(context: BrowserContext, { address }: World, url = address): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

/** Counts the clicks that a task takes. */
function counting() {
  let clicks = 0
  return {
    clicks: () => clicks,
    click: async (target: Locator) => {
      clicks += 1
      await target.click()
    },
  }
}

const isLive = (page: Page): Promise<void> =>
  page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()

/** Counts the live streams at the server: the open ones, and all that were opened since this call. */
function watchStreams({ api }: World) {
  let opened = 0
  let open = 0
  api.app.server.on('request', (request, response) => {
    if (request.url !== '/v3/live') return
    opened += 1
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  return { opened: () => opened, open: () => open }
}
