import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const templateStories: readonly Story[] = [
  [
    'templates: one is written from the usual text, with variables and a preview of a real event, and given to a contact',
    async ({ world, browser }) => {
      const { api, anna, people, watching } = world
      const failing = watching.services.find(({ state }) => state === 'failure')
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/contacts?tab=templates', { session })
      await page.getByRole('link', { name: 'E-mail: Polish', exact: true }).click()
      const preview = page.getByRole('region', { name: 'Preview' })
      await preview.getByText('HTML, shown as text').first().waitFor()
      await page.getByLabel('Name', { exact: true }).fill('Listy dla Anny')
      const start = page.getByLabel('Text').first()
      await start.fill('Zepsuło się: ')
      await page.getByRole('button', { name: '{{service_name}}' }).click()
      assert.equal(await start.inputValue(), 'Zepsuło się: {{service_name}}')
      await preview.getByLabel('Preview with').selectOption(String(world.incidents.failing))
      await preview.getByText(`Zepsuło się: ${failing?.name}`).waitFor()

      await start.pressSequentially(' {{nonsense}}')
      await page.locator('textarea[aria-invalid=true]').waitFor()
      await preview.getByText('The text has an error').waitFor()
      await start.fill('Zepsuło się: {{service_name}}')
      const attachments = page.getByRole('group', { name: 'Attachments' })
      await attachments.getByLabel('Screenshots of steps').check()
      // One checkbox per artifact type: the screenshots of all steps share one.
      await there(attachments.getByRole('checkbox'), 14)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Template saved.').waitFor()
      await page.waitForURL(/\/templates\/\d+$/)
      const id = Number(page.url().split('/').at(-1))
      const [row] = await api.owner.query(
        sql<{
          channel_id: string
          start_template: string
          artifact_type_ids: string[]
        }>`select channel_id, start_template, artifact_type_ids from template where id = ${id}`,
      )
      assert.deepEqual(row, {
        channel_id: 'email',
        start_template: 'Zepsuło się: {{service_name}}',
        artifact_type_ids: ['screenshot_step'],
      })
      assert.deepEqual(complaints, [], 'nothing in it runs or is set as it says')

      await page.goto(`${world.address}/contacts/${people.contacts.anna}`)
      await page.getByLabel('E-mail', { exact: true }).selectOption({ label: 'Listy dla Anny' })
      await page.getByText('Template saved for this contact.').waitFor()
      const given = () =>
        api.owner.query(
          sql`select channel_id, template_id from custom_template where contact_id = ${people.contacts.anna}`,
        )
      assert.deepEqual(await given(), [{ channel_id: 'email', template_id: id }])
      await page.getByLabel('E-mail', { exact: true }).selectOption('')
      await page.getByText('Template saved for this contact.').nth(1).waitFor()
      assert.deepEqual(await given(), [])

      await page.goto(`${world.address}/templates/${id}`)
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await page.waitForURL(/tab=templates/)
      assert.deepEqual(await api.owner.query(sql`select from template where id = ${id}`), [])
      await context.close()
    },
  ],
  [
    'templates: for another channel the usual text comes, and what was written stays',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/templates/new?channel=sms&language=en', { session })
      const [start, end] = [page.getByLabel('Text').first(), page.getByLabel('Text').nth(1)]
      assert.equal(await page.getByLabel('Subject').count(), 0, 'a text message has no subject')
      assert.equal(await page.getByRole('group', { name: 'Attachments' }).count(), 0, 'nor files')
      await end.fill('Back again: {{service_name}}')
      await page.getByLabel('Channel').selectOption({ label: 'Slack' })
      assert.match(await start.inputValue(), /service_name/)
      assert.doesNotMatch(await start.inputValue(), /^\{\{status\}\}: \{\{service_name\}\}/)
      assert.equal(await end.inputValue(), 'Back again: {{service_name}}')
      await page.getByLabel('Channel').selectOption({ label: 'E-mail' })
      await there(page.getByLabel('Subject'), 2)
      await context.close()
    },
  ],
  [
    'templates: a text message says how many segments it takes, and why they are more',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/templates/new?channel=sms&language=en', { session })
      const preview = page.getByRole('region', { name: 'Preview' })
      const start = page.getByLabel('Text').first()
      await start.fill('a'.repeat(160))
      await preview.getByText('160 characters · 1 SMS segment in GSM 03.38').waitFor()
      await start.fill('a'.repeat(161))
      await preview.getByText('161 characters · 2 SMS segments in GSM 03.38').waitFor()
      await start.fill(`${'a'.repeat(160)}ż`)
      await preview.getByText('161 characters · 3 SMS segments in UCS-2').waitFor()
      await preview.getByText('a segment holds 70 characters').waitFor()
      await page.getByLabel('Channel').selectOption({ label: 'Slack' })
      await there(preview.getByText('segment'), 0)
      await context.close()
    },
  ],
]
