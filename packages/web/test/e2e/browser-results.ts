import assert from 'node:assert/strict'
import { toAnalysisId } from '@wachta/domain'
import type { Page } from 'playwright-core'
import { sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

/** The path of the evidence of a service's newest analysis, from the sensor at this place in the list. */
const evidenceOf = ({ shop }: World, service: number, place: number): string =>
  `/services/${service}?tab=analyses&evidence=${service}.${toAnalysisId(shop.now)}.${shop.sensors[place]}`

const loaded = (page: Page) =>
  page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[role=dialog] img')]
    return images.length > 0 && images.every((image) => image.naturalWidth > 0)
  })

export const browserResultStories: readonly Story[] = [
  [
    'browser results: a screenshot is compared with the last good one by keyboard, or side by side',
    async ({ world, browser }) => {
      const { api, shop } = world
      const session = await sessionOf(api, shop.account)
      const { page, context, complaints } = await visit(browser, world, evidenceOf(world, shop.page, 0), { session })
      const panel = page.getByRole('dialog', { name: 'Warszawa' })
      const slider = panel.getByRole('slider', { name: /arrow keys/ })
      await slider.waitFor()
      await loaded(page)
      const good = panel.getByRole('img', { name: /^Screenshot of the last successful check, \d/ })
      await panel.getByRole('img', { name: /^Screenshot of this check, \d/ }).waitFor()
      const clip = () => good.evaluate((image) => getComputedStyle(image).clipPath)
      assert.equal(await clip(), 'inset(0px 50% 0px 0px)')
      await slider.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      assert.equal(await slider.getAttribute('aria-valuetext'), 'Left 52%: last successful check')
      assert.equal(await clip(), 'inset(0px 48% 0px 0px)')
      await page.keyboard.press('End')
      assert.equal(await clip(), 'inset(0px 0% 0px 0px)', 'all of the good one')
      const box = await slider.boundingBox()
      assert.ok(box)
      await page.mouse.move(box.x + box.width * 0.9, box.y + 60)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * 0.25, box.y + 60, { steps: 4 })
      await page.mouse.up()
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^Left 2[3-7]%/, 'it is dragged')

      await panel.getByText('Side by side').click()
      await there(slider, 0)
      await panel.getByRole('figure', { name: 'Last successful check' }).waitFor()
      await panel.getByRole('group', { name: 'View' }).getByText('This check').click()
      await there(good, 0)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'browser results: a waterfall is filtered to failures, opens a request, and says what changed',
    async ({ world, browser }) => {
      const { api, shop } = world
      const session = await sessionOf(api, shop.account)
      const { page, context, complaints } = await visit(browser, world, evidenceOf(world, shop.page, 0), { session })
      const panel = page.getByRole('dialog', { name: 'Warszawa' })
      const requests = panel.getByRole('table', { name: 'Request waterfall' })
      await panel.getByText(/^\d+ requests, 6 failed, /).waitFor()
      assert.ok((await requests.getByRole('button').count()) > 50)
      const legend = panel.getByRole('list', { name: 'Legend' })
      for (const name of ['TLS handshake', 'Waiting (TTFB)', 'DOM content loaded 1,240 ms', 'LCP 3,620 ms'])
        await legend.getByText(name).waitFor()
      await requests.getByText('Blocked', { exact: true }).waitFor()

      await panel.getByLabel('Failed only (6)').check()
      await there(requests.getByRole('button'), 6)
      await panel.getByLabel('Type', { exact: true }).selectOption({ label: 'Image (33)' })
      await there(requests.getByRole('button'), 5)
      await requests.getByRole('button', { name: /^product-2\.jpg/ }).press('Enter')
      await requests.getByText('GET https://sklep.example.com/media/product-2.jpg?w=480').waitFor()
      await requests.getByRole('row', { name: /Waiting \(TTFB\) \d+ ms/ }).waitFor()
      assert.equal(await requests.getByRole('link').count(), 0, 'addresses of others are text')

      const changes = panel.getByRole('table', { name: 'Compared with the last successful check' })
      await changes.getByRole('row', { name: /^New https:\/\/partner\.example\.org\/widget\.js – / }).waitFor()
      await changes.getByRole('row', { name: /^Slower https:\/\/sklep\.example\.com\/api\/v2\/stock / }).waitFor()

      await panel.getByRole('button', { name: /^Console / }).click()
      const messages = panel.getByRole('list', { name: 'Console messages' })
      await there(messages.getByRole('listitem'), 5)
      await panel.getByLabel('Level').selectOption({ label: 'Errors (3)' })
      await there(messages.getByRole('listitem'), 3)
      await messages.getByText('https://sklep.example.com/js/basket.2f3.js:418').waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'browser results: vitals have a rating and a budget, the filmstrip its paints, a busy sensor a warning',
    async ({ world, browser }) => {
      const { api, shop } = world
      const session = await sessionOf(api, shop.account)
      const { page, context, complaints } = await visit(browser, world, evidenceOf(world, shop.page, 1), { session })
      const panel = page.getByRole('dialog', { name: 'Kraków' })
      await panel.getByText('The sensor was busy (92% of its processors in use): times may be too long.').waitFor()
      const tile = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
      const lcp = tile('Largest contentful paint (LCP)')
      for (const text of ['3,660 ms', 'Needs improvement', 'Over budget (2,500 ms)'])
        await lcp.getByText(text).waitFor()
      const fcp = tile('First contentful paint (FCP)')
      for (const text of ['1,020 ms', 'Good', 'Budget 1,800 ms']) await fcp.getByText(text).waitFor()
      await tile('Layout shift (CLS)').getByText('Over budget (0.1)').waitFor()
      const film = panel.getByRole('list', { name: 'Filmstrip' })
      await there(film.getByRole('img', { name: /^The page after / }), 7)
      await film.getByRole('listitem').filter({ hasText: 'FCP' }).getByText('1,420 ms').waitFor()
      await film.getByRole('listitem').filter({ hasText: 'LCP' }).getByText('3,900 ms').waitFor()
      await loaded(page)

      await page.goto(`${world.address}/services/${shop.page}`)
      const chart = page.getByRole('img', { name: /^Web vitals over time/ })
      await chart.locator('canvas').waitFor()
      await page.getByText('Budget of LCP: 2,500 ms').waitFor()
      await page.getByText('Layout shift', { exact: true }).click()
      await page.waitForURL(/vital=shift/)
      await page.getByText('Budget of CLS: 0.1').waitFor()
      await page.getByRole('region', { name: 'Web vitals' }).getByText('Show as table').click()
      const table = page.getByRole('table', { name: 'Web vitals' })
      await table.getByRole('columnheader', { name: 'Layout shift (CLS) (Budget of CLS: 0.1)' }).waitFor()
      await table
        .getByRole('row', { name: /0\.184/ })
        .first()
        .waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'browser results: a scenario shows the step that failed with its message and picture, and its steps over time',
    async ({ world, browser }) => {
      const { api, shop } = world
      const session = await sessionOf(api, shop.account)
      const { page, context, complaints } = await visit(browser, world, evidenceOf(world, shop.scenario, 0), {
        session,
      })
      const panel = page.getByRole('dialog', { name: 'Warszawa' })
      const steps = panel.getByRole('table', { name: 'Steps' })
      const failed = steps.getByRole('row').filter({ hasText: '3. Koszyk' })
      await failed.getByText('Failed here').waitFor()
      await failed.getByText('text=Do kasy did not appear within 10000 ms', { exact: true }).waitFor()
      await panel.getByRole('slider').waitFor()
      await there(steps.getByRole('img', { name: /^Picture of/ }), 0, 'the screenshot above shows the same')
      await steps.getByRole('button', { name: 'Picture of 3. Koszyk' }).click()
      await steps.getByRole('img', { name: 'Picture of 3. Koszyk' }).waitFor()
      await steps.getByRole('row', { name: /^4\. Kasa .*not run/ }).waitFor()
      await steps.getByRole('row', { name: /^5\. Wylogowanie \(cleanup\)/ }).waitFor()
      await steps.getByRole('button', { name: 'Picture of 2. Logowanie' }).click()
      await steps.getByRole('img', { name: 'Picture of 2. Logowanie' }).waitFor()
      await loaded(page)

      await page.goto(`${world.address}/services/${shop.scenario}`)
      await page
        .getByRole('img', { name: /^Time of each step/ })
        .locator('canvas')
        .waitFor()
      await page.getByRole('region', { name: 'Step times' }).getByText('Show as table').click()
      const table = page.getByRole('table', { name: 'Step times' })
      await table.getByRole('columnheader', { name: '3. Koszyk' }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'browser results: an analysis shows what each sensor saw, loaded when it is opened, each leading to its evidence',
    async ({ world, browser }) => {
      const { api, shop } = world
      const session = await sessionOf(api, shop.account)
      const path = `/services/${shop.page}?tab=analyses`
      const { page, context, complaints } = await visit(browser, world, path, { session })
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const rows = page.getByRole('table', { name: 'Analyses' })
      await rows.getByRole('button').first().waitFor()
      await page.waitForLoadState('networkidle')
      assert.deepEqual(
        asked.filter((url) => url.includes('/artifacts')),
        [],
        'nothing before it is opened',
      )
      await rows.getByRole('button').first().click()
      const pictures = rows.getByRole('region', { name: 'What the failing sensors saw' })
      await pictures.scrollIntoViewIfNeeded()
      await there(pictures.getByRole('listitem'), 4, 'the fifth sensor kept none')
      await pictures.getByRole('link', { name: /^Screenshot: Frankfurt\s+Error$/ }).click()
      await page.getByRole('dialog', { name: 'Frankfurt' }).getByRole('slider').waitFor()
      await page.keyboard.press('Escape')
      // Hours ago everything was ok, so no pictures were kept.
      await rows.getByRole('button').nth(20).click()
      await rows.getByRole('list', { name: 'Checks by sensor' }).getByText('New York').waitFor()
      await page.waitForLoadState('networkidle')
      await there(pictures, 0)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]
