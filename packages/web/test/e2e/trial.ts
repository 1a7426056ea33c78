import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

/** More than the connections that a browser opens to one host over HTTP/1.1. */
const tabs = 10
const maxUntilUsable = 3000
/** Of several, the quickest: whatever is more was spent on others who use the machine. */
const rounds = 4

export const trialStories: readonly Story[] = [
  [
    'trial: ten tabs, the tenth usable within 3 s',
    async ({ world, browser }) => {
      const streams = watchStreams(world)
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      await isLive(page)
      for (let opened = 1; opened < tabs - 1; opened += 1) await isLive(await openTab(context, world))
      const times: number[] = []
      for (let round = 0; round < rounds && !times.some((each) => each < maxUntilUsable); round += 1) {
        const started = performance.now()
        const tenth = await openTab(context, world)
        await tenth.getByRole('link', { name: 'Blog' }).click()
        await tenth.getByRole('heading', { name: 'Blog' }).waitFor()
        times.push(performance.now() - started)
        await isLive(tenth)
        if (times.some((each) => each >= maxUntilUsable)) await tenth.close()
      }
      console.log(
        `      the tenth tab is usable after ${times.map(Math.round).join(', ')} ms; ${streams.open()} stream`,
      )
      assert.ok(Math.min(...times) < maxUntilUsable, 'usable')
      assert.deepEqual([streams.opened(), streams.open()], [1, 1], 'all tabs share one stream')

      // The tab that came first goes, and nothing is opened anew; the last one goes, and the stream with it.
      await page.close()
      await isLive(context.pages()[0] as Page)
      assert.deepEqual([streams.opened(), streams.open()], [1, 1])
      await context.close()
      for (let tries = 0; tries < 50 && streams.open() > 0; tries += 1) await wait(100)
      assert.equal(streams.open(), 0)
    },
  ],
]

async function openTab(context: BrowserContext, { address }: World): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto(address, { waitUntil: 'commit' })
  return page
}

const isLive = (page: Page): Promise<void> =>
  page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()

/** Counts the live streams at the server, now and since it was called. */
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
