import assert from 'node:assert/strict'
import { openSession } from '@wachta/testing/api/accounts'
import { sql } from 'kysely'
import { sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { clock, visit } from './visit.ts'

/** The maximum time from a change in the database to the user's screen. */
const maxDelay = 2500
/** The fastest of several rounds counts, because anything more was spent on other load of the machine. */
const rounds = 4

export const liveStories: readonly Story[] = [
  [
    'live: a change is on the dashboard and its counters within moments, and says so in the frame',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: /2 Down/ }).waitFor()
      // Wait for the request that follows the opening of the stream: from then on, only the stream brings changes.
      await page.waitForTimeout(4000)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const delays: number[] = []
      for (let round = 0; round < rounds && !delays.some((each) => each < maxDelay); round += 1) {
        const changed = performance.now()
        await setStatus(world, 'Kariera', 'failure')
        await page.getByRole('button', { name: /3 Down/ }).waitFor()
        delays.push(performance.now() - changed)
        await setStatus(world, 'Kariera', 'ok')
        await page.getByRole('button', { name: /2 Down/ }).waitFor()
      }
      console.log(`      a change is on the screen after ${delays.map(Math.round).join(', ')} ms`)
      assert.ok(Math.min(...delays) < maxDelay)
      assert.deepEqual(
        asked.filter((url) => url.includes('search')),
        [],
        'nothing was asked for',
      )
      await context.close()
    },
  ],
  [
    'live: the page of a service follows without being asked',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const blog = world.watching.services.find(({ name }) => name === 'Dokumentacja')
      const { page, context } = await visit(browser, world, `/services/${blog?.id}`, { session })
      await page
        .getByText(/Up since/)
        .first()
        .waitFor()
      await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
      await setStatus(world, 'Dokumentacja', 'failure')
      await page
        .getByText(/Down since/)
        .first()
        .waitFor({ timeout: 5000 })
      await setStatus(world, 'Dokumentacja', 'ok')
      await context.close()
    },
  ],
  [
    'live: a stream that is lost is said to be, and what happened meanwhile is there when it is back',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/', { session })
      await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
      await page.waitForTimeout(4000)
      await context.setOffline(true)
      await page.getByRole('status').getByText('Offline', { exact: true }).first().waitFor()
      await page.getByText(new RegExp(`Offline since ${clock}`)).waitFor()
      await setStatus(world, 'Kariera', 'failure')
      await page.waitForTimeout(1500)
      assert.equal(await page.getByRole('button', { name: /3 Down/ }).count(), 0)
      await context.setOffline(false)
      await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: /3 Down/ }).waitFor({ timeout: 10_000 })
      await setStatus(world, 'Kariera', 'ok')
      await context.close()
    },
  ],
  [
    'live: changes of another account stay hidden',
    async ({ world, browser }) => {
      const [other] = await world.api.owner.query(
        sql<{ id: number }>`insert into account (name, username, package_id, is_activated, email_address)
values ('Obcy', 'obcy', (select min(id) from package), true, 'obcy@example.com') returning id`,
      )
      await world.api.owner.query(sql`insert into credential (account_id) values (${other?.id ?? 0})`)
      await openSession(world.api.owner, other?.id ?? 0)
      const session = await sessionOf(world.api, other?.id ?? 0)
      const { page, context } = await visit(browser, world, '/', { session })
      await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
      await setStatus(world, 'Kariera', 'failure')
      await page.waitForTimeout(2500)
      await page.getByText('No services yet').waitFor()
      await setStatus(world, 'Kariera', 'ok')
      await context.close()
    },
  ],
]

async function setStatus({ api, watching }: World, service: string, status: string): Promise<void> {
  const found = watching.services.find(({ name }) => name === service)
  await api.owner.query(sql`update service_state set status = ${status}, since = now() where service_id = ${found?.id}`)
}
