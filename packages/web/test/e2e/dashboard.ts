import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { addLarge, sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { clock, there, visit } from './visit.ts'

const maxRows = 60
const maxDelay = 150
const rounds = 6

export const dashboardStories: readonly Story[] = [
  [
    'dashboard: what fails comes first, then unknown, slow, well and paused; pictures and figures for each',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      const rows = page.getByRole('list', { name: 'Services by urgency' }).getByRole('listitem')
      await rows.first().waitFor()
      const words = await rows.evaluateAll((items) =>
        items.map((item) => /Down|Unknown|Slow|Up|Paused/.exec(item.textContent ?? '')?.[0]),
      )
      const order = ['Down', 'Unknown', 'Slow', 'Up', 'Paused']
      const places = words.map((word) => order.indexOf(word ?? ''))
      assert.deepEqual(
        places,
        places.toSorted((one, other) => one - other),
        words.join(),
      )
      assert.deepEqual([...new Set(words)], order.slice(0, new Set(words).size))
      await rows
        .first()
        .getByText(new RegExp(`Down since ${clock}: (certificate expired|connection timed out) \\(3 of 5\\ssensors\\)`))
        .waitFor()
      await rows
        .first()
        .getByRole('img', { name: /Availability over 90 days: [\d.]+%/ })
        .waitFor()
      await page.getByRole('button', { name: /2 Down/ }).click()
      await page.getByText('2 of 16 services').waitFor()
      await page.waitForURL(/state=failure/)
      await context.close()
    },
  ],
  [
    'dashboard: customers of a provider have their states, filter the list, and group it by the most urgent one',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.neighbours.adam, 'administrator')
      const { page, context } = await visit(browser, world, '/', { session })
      const customers = page.getByRole('group', { name: 'Customers' }).getByRole('button')
      await customers.first().waitFor()
      // Two services of each customer are down, so the customers are sorted by name.
      assert.match((await customers.first().textContent()) ?? '', /^Sklep Pod Szczytem2Down/)
      const rows = page.getByRole('list', { name: 'Services by urgency' }).getByRole('listitem')
      await rows.filter({ hasText: 'Sklep 4' }).getByText('No open alert').waitFor()
      await rows
        .filter({ hasText: 'Poczta: SMTP' })
        .getByText(/\(3 of 5\ssensors\)/)
        .waitFor()
      await there(rows.filter({ hasText: 'Poczta: SMTP' }).getByText('No open alert'), 0)
      assert.match((await customers.nth(1).textContent()) ?? '', /^Sklepy Kowalska2Down/)
      const bakery = customers.filter({ hasText: 'Piekarnia Pod Lipą' })
      await bakery.click()
      await page.waitForURL(/customer=/)
      await page.getByText(/^17 of \d+ services$/).waitFor()
      await bakery.click()
      await page.getByRole('checkbox', { name: 'Group by customer' }).check()
      await page.waitForURL(/by=customer/)
      const list = page.getByRole('list', { name: 'Services by urgency' })
      await list.getByRole('heading', { name: /^Sklepy Kowalska/ }).waitFor()
      const headings = await list.getByRole('heading').allTextContents()
      const firsts = headings.slice(0, 2).map((text) => /^Sklep Pod Szczytem|^Sklepy Kowalska/.exec(text)?.[0])
      assert.deepEqual(firsts.toSorted(), ['Sklep Pod Szczytem', 'Sklepy Kowalska'])
      assert.equal(await list.getByRole('listitem').first().getByRole('heading').count(), 1, 'a customer comes first')
      await context.close()
    },
  ],
  [
    'wall: fills the screen of a provider by customer, in the dark, with text to be read from afar and nothing cut off',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.neighbours.adam, 'administrator')
      const { page, context } = await visit(browser, world, '/wall', { session })
      await page.setViewportSize({ width: 1920, height: 1080 })
      await page.getByRole('heading', { name: /^Piekarnia Pod Lipą/ }).waitFor()
      await page.waitForTimeout(500)
      const names = page.getByRole('list', { name: 'Sklepy Kowalska' }).getByRole('listitem')
      const size = await names.first().evaluate((item) => Number.parseFloat(getComputedStyle(item).fontSize))
      console.log(`      names of ${size} pixels`)
      assert.ok(size >= 24)
      const hidden = await page
        .getByRole('main')
        .evaluate((main) => [main.scrollHeight - main.clientHeight, document.body.scrollHeight - innerHeight])
      assert.deepEqual(hidden, [0, 0])
      const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      assert.equal(await scheme(), 'dark')
      await page.getByRole('button', { name: 'Light theme' }).click()
      await page.waitForURL(/theme=light/)
      assert.equal(await scheme(), 'light')
      await context.close()
    },
  ],
  [
    'dashboard: five thousand services are scrolled and searched without delay',
    async ({ world, browser }) => {
      const session = await addLarge(world, 5000)
      const { page, context } = await visit(browser, world, '/', { session })
      const rows = page.getByRole('list', { name: 'Services by urgency' }).getByRole('listitem')
      await rows.first().waitFor({ timeout: 60_000 })
      assert.equal(await rows.first().getAttribute('aria-setsize'), '5000')
      assert.ok((await rows.count()) < maxRows, `${await rows.count()} rows exist at once`)
      const search = page.getByRole('searchbox')
      await search.click()
      const delays: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        delays.push(await typingDelay(page, '4'))
        await search.fill('')
        await page.getByText('5,000 of 5,000 services').waitFor()
      }
      console.log(`      a letter is on the screen, filtered, after ${delays.map(Math.round).join(', ')} ms`)
      // The fastest is what the app needs; anything more was spent on other load of the machine.
      assert.ok(Math.min(...delays) < maxDelay)
      await context.close()
    },
  ],
  [
    'wall: stands alone, tells what is wrong, and notices by itself when something changes',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/wall', { session })
      const loud = page.getByRole('list', { name: 'Services that need attention' })
      await loud.getByText('Sklep: strona główna').waitFor()
      assert.equal(await page.getByRole('navigation').count(), 0)
      const blog = world.watching.services.find(({ name }) => name === 'Blog')
      const change = (status: string) =>
        world.api.owner.query(sql`update service_state set status = ${status} where service_id = ${blog?.id}`)
      await change('failure')
      await loud.getByText('Blog').waitFor({ timeout: 40_000 })
      await change('ok')
      await context.close()
    },
  ],
  [
    'wall: shows numbers where hundreds of names would be too small, and still all of what is wrong',
    async ({ world, browser }) => {
      const session = await addLarge(world, 3000)
      const { page, context } = await visit(browser, world, '/wall', { session })
      await page.setViewportSize({ width: 1920, height: 1080 })
      const problems = page.getByRole('list', { name: 'Services that need attention' }).getByRole('listitem')
      await problems.first().waitFor({ timeout: 60_000 })
      await page.waitForTimeout(500)
      assert.equal(await problems.count(), 24)
      await page.getByText(/^and \d+ more$/).waitFor()
      const size = await problems.first().evaluate((item) => Number.parseFloat(getComputedStyle(item).fontSize))
      console.log(`      ${await problems.count()} problems of ${size} pixels`)
      assert.ok(size >= 24)
      const hidden = await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight)
      assert.equal(hidden, 0)
      await context.close()
    },
  ],
]

/** Measures the time from a key press to the frame that shows the filtered list. */
async function typingDelay(page: Page, letter: string): Promise<number> {
  await page.evaluate(() => {
    addEventListener(
      'keydown',
      () => {
        const began = performance.now()
        const status = document.querySelector('search [role=status]')
        const before = status?.textContent
        const look = () => {
          if (status?.textContent !== before) Object.assign(window, { delay: performance.now() - began })
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { once: true },
    )
  })
  await page.keyboard.press(letter)
  await page.waitForFunction(() => 'delay' in window)
  return page.evaluate(() => {
    const { delay } = window as unknown as { delay: number }
    Reflect.deleteProperty(window, 'delay')
    return delay
  })
}
