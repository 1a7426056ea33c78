import assert from 'node:assert/strict'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { clock, visit } from './visit.ts'

export const shellStories: readonly Story[] = [
  [
    'shell: the palette goes to a service by a few letters without their marks',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      await page.getByRole('link', { name: 'Blog' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('platnosci')
      await page.getByRole('option', { name: /Sklep: płatności/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Sklep: płatności' }).waitFor()
      assert.match(page.url(), /\/services\/\d+/)
      await context.close()
    },
  ],
  [
    'shell: by keyboard, the first stop skips to the content, and a new screen has the focus',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/sensors', { session })
      await page.getByText('Frankfurt am Main').waitFor()
      await page.keyboard.press('Tab')
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to content')
      await page.keyboard.press('Enter')
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'content')
      await page.getByRole('link', { name: 'Account' }).click()
      await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'content')
      assert.equal(await page.title(), 'Account – Wachta')
      await context.close()
    },
  ],
  [
    'shell: language, theme and clock change at once and stay',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/account', { session })
      const main = page.getByRole('region', { name: 'Display' })
      await main.getByLabel('Theme').selectOption('dark')
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark')
      await main.getByLabel('Language').selectOption('pl')
      await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'pl')
      await page.reload()
      await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.dataset['theme']), 'dark')
      await context.close()
    },
  ],
  [
    'shell: compact rows are 36 pixels tall in every table, and stay so in this browser; the typeface is our own',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/services', { session })
      const row = page.getByRole('table', { name: 'Services' }).locator('tbody tr').first()
      const height = async () => Math.round((await row.boundingBox())?.height ?? 0)
      await row.waitFor()
      assert.equal(await height(), 52)
      await page.getByText('Display').click()
      await page.getByLabel('Row height').selectOption('compact')
      assert.equal(await height(), 36)
      await page.reload()
      await row.waitFor()
      assert.equal(await height(), 36)
      const faces = await page.evaluate(async () => {
        const ready = await document.fonts.ready
        return [...ready].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''))
      })
      assert.deepEqual([...new Set(faces)], ['Inter Variable'])
      await context.close()
    },
  ],
  [
    'shell: signing out stays in view while the display settings are open',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/sensors', { session })
      const out = page.getByRole('button', { name: 'Sign out' })
      await out.waitFor()
      for (const height of [720, 480]) {
        await page.setViewportSize({ width: 1280, height })
        await page.locator('details', { hasText: 'Display' }).evaluate((each: HTMLDetailsElement) => {
          each.open = true
        })
        const box = await out.boundingBox()
        assert.ok(box && box.y >= 0 && box.y + box.height <= height, `at ${height}: ${JSON.stringify(box)}`)
      }
      await context.close()
    },
  ],
  [
    'shell: behind a dialog, the gutter of the scrollbar is as dark as the rest',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/sensors', { session })
      await page.getByText('Frankfurt am Main').waitFor()
      const root = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      const before = await root()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      assert.notEqual(await root(), before)
      await page.keyboard.press('Escape')
      await page.getByRole('combobox').waitFor({ state: 'detached' })
      assert.equal(await root(), before)
      await context.close()
    },
  ],
  [
    'shell: what is gone leads to its own list, and a request for access that is gone offers no second try',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/events/rules/999999999', { session })
      const lists = [
        ['/events/rules/999999999', 'Alert rules'],
        ['/templates/999999999', 'Templates'],
        ['/status-pages/999999999', 'Status pages'],
        ['/incidents/999999999', 'Incidents'],
      ] as const
      for (const [path, name] of lists) {
        await page.goto(world.address + path)
        await page.getByText("It was deleted, or you don't have access to it.").waitFor()
        await page.getByRole('link', { name: `Go to: ${name}` }).click()
        await page.getByRole('heading', { level: 1 }).waitFor()
        assert.ok(!page.url().includes('999999999'), name)
      }
      await page.goto(`${world.address}/errors/999`)
      await page.getByText('There is no error with this code.').waitFor()
      await page.goto(`${world.address}/authorize/nosuchrequest`)
      await page.getByText('Start again in the application.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
      await context.close()
    },
  ],
  [
    'shell: without a connection, a banner says since when, and what was known stays',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      await page.getByRole('link', { name: 'Blog' }).waitFor()
      await context.setOffline(true)
      await page.getByText(new RegExp(`Offline since ${clock}`)).waitFor()
      assert.ok(await page.getByRole('link', { name: 'Blog' }).isVisible())
      await context.setOffline(false)
      await page.getByText(/Offline since/).waitFor({ state: 'detached' })
      await context.close()
    },
  ],
  [
    'shell: until a required second factor is set up, there is no menu, no search and no warning',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.passkeyHolders.withoutFactor)
      const { page, context } = await visit(browser, world, '/', { session })
      await page.getByRole('heading', { name: 'One more step' }).waitFor()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Services' }).count(), 0)
      assert.equal(await page.getByRole('button', { name: /Search/ }).count(), 0)
      assert.equal(await page.getByText(/Delayed since/).count(), 0)
      await context.close()
    },
  ],
]
