import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const escalationStories: readonly Story[] = [
  [
    'escalations: a policy is written with its preview beside it, put in order by keys and pointer, and saved',
    async ({ world, browser }) => {
      const { api, anna, people } = world
      const { certificate } = people.events
      const stored = () =>
        api.owner.query(
          sql<{
            name: string
            delay: number
            contact_ids: number[]
            channel_ids: string[] | null
          }>`select name, delay, contact_ids, channel_ids from escalation where event_id = ${certificate} order by delay`,
        )
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, '/escalations', { session })
      // The preview begins now; in the evening, Anna would have quiet hours.
      await page.clock.setFixedTime(new Date(new Date().setUTCHours(11, 0, 0, 0)))
      await page.getByRole('link', { name: 'Certyfikat się kończy' }).click()
      await page.getByText('No escalation steps yet').waitFor()
      const add = page.getByRole('button', { name: 'Add step' })
      const save = page.getByRole('button', { name: 'Save' })
      await add.click()
      await save.click()
      await page.getByText('Not saved. Correct the marked fields.').waitFor()
      await page.getByRole('group', { name: 'Contacts' }).getByRole('alert').waitFor()
      await page.getByRole('checkbox', { name: 'Anna Kowalska' }).check()
      await page.getByRole('switch', { name: 'All channels' }).click()
      const preview = page.getByRole('region', { name: 'Preview' })
      await preview.getByText('Anna Kowalska: E-mail', { exact: true }).waitFor()

      await add.click()
      await page.getByLabel('Name', { exact: true }).fill('Then the helpdesk')
      await page.getByRole('checkbox', { name: 'Helpdesk' }).check()
      assert.equal(await page.getByLabel('Delay').inputValue(), '15')
      await page.getByLabel('Delay').fill('20')
      await preview.getByText('Helpdesk: E-mail', { exact: true }).waitFor()
      await save.click()
      await page.getByText('Escalation policy saved.').first().waitFor()
      assert.deepEqual(await stored(), [
        { name: 'Step 1', delay: 0, contact_ids: [people.contacts.anna], channel_ids: ['email'] },
        { name: 'Then the helpdesk', delay: 1200, contact_ids: [people.contacts.helpdesk], channel_ids: null },
      ])

      await page.getByRole('button', { name: 'Move Then the helpdesk up' }).focus()
      await page.keyboard.press('Enter')
      // The focus moves with the step.
      await page.waitForFunction(() =>
        document.activeElement?.closest('li')?.textContent?.includes('Then the helpdesk'),
      )
      await save.click()
      await page.getByText('Unsaved changes.').waitFor({ state: 'hidden' })
      assert.deepEqual(
        (await stored()).map(({ name }) => name),
        ['Then the helpdesk', 'Step 1'],
        'the times stay, the people change places',
      )
      // Close the step again, then drag the steps.
      await page.locator('button[aria-expanded=true]').click()
      const heads = page.locator('button[aria-expanded]')
      await heads.nth(1).dragTo(heads.nth(0))
      await save.click()
      await page.getByText('Unsaved changes.').waitFor({ state: 'hidden' })
      assert.deepEqual(
        (await stored()).map(({ name, delay }) => [name, delay]),
        [
          ['Step 1', 0],
          ['Then the helpdesk', 1200],
        ],
      )
      for (const _ of [1, 2]) {
        await heads.first().click()
        await page.getByRole('button', { name: 'Remove step' }).click()
      }
      await save.click()
      await page.getByText('Unsaved changes.').waitFor({ state: 'hidden' })
      assert.deepEqual(await stored(), [])
      await context.close()
    },
  ],
  [
    'escalations: a step that is refused does not keep the others from being saved, nor save them twice',
    async ({ world, browser }) => {
      const { api, anna, people } = world
      const { certificate } = people.events
      const names = async () =>
        (
          await api.owner.query(
            sql<{ name: string }>`select name from escalation where event_id = ${certificate} order by id`,
          )
        ).map(({ name }) => name)
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/escalations/${certificate}`, { session })
      const add = page.getByRole('button', { name: 'Add step' })
      const save = page.getByRole('button', { name: 'Save' })
      await add.click()
      await page.getByRole('checkbox', { name: 'Anna Kowalska' }).check()
      await add.click()
      await page.getByRole('checkbox', { name: 'Helpdesk' }).check()
      await page.getByLabel('Repeat every').fill('10')
      await page.getByLabel('Unit of time').nth(1).selectOption('second')
      await save.click()
      await page.getByText('Not saved. Correct the marked fields.').waitFor()
      assert.equal(await page.getByLabel('Repeat every').getAttribute('aria-invalid'), 'true')
      assert.deepEqual(await names(), ['Step 1'])
      await page.getByLabel('Unit of time').nth(1).selectOption('minute')
      await save.click()
      await page.getByText('Escalation policy saved.').first().waitFor()
      assert.deepEqual(await names(), ['Step 1', 'Step 2'])
      await api.owner.query(sql`delete from escalation where event_id = ${certificate}`)
      await context.close()
    },
  ],
]
