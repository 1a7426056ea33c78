import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const subscriberStories: readonly Story[] = [
  [
    'status-pages: subscribers are counted by state, found by address and channel, and exported as they are filtered',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context, complaints } = await visit(browser, world, `/status-pages/${world.statusPages.page}`, {
        session,
      })
      await page.getByRole('tab', { name: 'Subscribers' }).click()
      await page.waitForURL(/tab=subscribers/)
      const counters = page.getByRole('group', { name: 'Subscribers by state' }).getByRole('button')
      await counters.first().waitFor()
      assert.deepEqual(await counters.allTextContents(), ['32Active', '1Not confirmed', '1Bounced', '1Unsubscribed'])
      await page.getByRole('button', { name: 'Next' }).click()
      await page.waitForURL(/page=/)
      await there(page.getByRole('row').filter({ hasText: '@' }), 10, 'the rest of 35')

      await counters.filter({ hasText: 'Bounced' }).click()
      await page.waitForURL(/state=bounced/)
      await page.getByRole('row').filter({ hasText: '550 5.1.1 Mailbox does not exist' }).waitFor()
      await there(page.getByRole('row').filter({ hasText: '@' }), 1)
      await counters.filter({ hasText: 'Bounced' }).click()
      await page.getByLabel('Channel').selectOption('slack')
      await page.waitForURL(/channel=slack/)
      await there(page.getByRole('row').filter({ hasText: 'hooks.slack.example' }), 1)
      await page.getByLabel('Channel').selectOption('')
      await page.getByLabel('Search addresses').fill('nowak')
      await page.waitForURL(/query=nowak/)
      const row = page.getByRole('row').filter({ hasText: 'jan.nowak@example.com' })
      await row.getByText('Płatności').waitFor()
      await there(page.getByRole('row').filter({ hasText: '@' }), 1)
      await page.reload()
      assert.equal(await page.getByLabel('Search addresses').inputValue(), 'nowak', 'the URL keeps the filter')

      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      const lines = (await readFile(await (await saved).path(), 'utf8')).split('\r\n')
      assert.equal(lines.length, 3, 'headings, one subscriber and the end of the file')
      assert.match(lines[1] ?? '', /^jan\.nowak@example\.com,E-mail,Active,Płatności,pl,/)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'status-pages: a chat is added with its components, rejected in words, and deleted for good after a question',
    async ({ world, browser }) => {
      const { api, anna, statusPages } = world
      const session = await sessionOf(api, anna.id)
      const path = `/status-pages/${statusPages.announcing}?tab=subscribers`
      const { page, context, complaints } = await visit(browser, world, path, { session })
      await page.getByText('No subscribers yet').waitFor()
      await page.getByText('Visitors cannot subscribe to a protected page.').waitFor()
      await page.getByRole('button', { name: 'Add subscriber' }).click()
      const dialog = page.getByRole('dialog')
      assert.doesNotMatch(String(await dialog.getByLabel('Channel').textContent()), /E-mail/, 'its holder subscribes')
      await dialog.getByLabel('Address').fill('no address')
      await dialog.getByRole('button', { name: 'Add subscriber' }).click()
      await dialog.locator('[aria-invalid]').waitFor()
      await dialog.getByLabel('Address').fill('https://hooks.slack.example/status')
      await dialog.getByLabel('Hurtownia').check()
      await dialog.getByRole('button', { name: 'Add subscriber' }).click()
      await page.getByText('Subscriber added.').waitFor()
      const row = page.getByRole('row').filter({ hasText: 'https://hooks.slack.example/status' })
      await row.getByText('Active', { exact: true }).waitFor()
      await row.getByText('Hurtownia').waitFor()
      const find = () =>
        api.owner.query(sql`select channel_id, address, language, state, cardinality(component_ids) as components from status_page_subscriber
where status_page_id = ${statusPages.announcing}`)
      const address = 'https://hooks.slack.example/status'
      const added = { channel_id: 'slack', address, language: 'pl', state: 'confirmed', components: 1 }
      assert.deepEqual(await find(), [added])

      await row.getByRole('button', { name: 'Delete https://hooks.slack.example/status' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
      assert.equal((await find()).length, 1, 'nothing is deleted before the question is answered')
      await row.getByRole('button', { name: 'Delete https://hooks.slack.example/status' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
      await page.getByText('Subscriber deleted.').waitFor()
      await page.getByText('No subscribers yet').waitFor()
      assert.deepEqual(await find(), [])
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]
