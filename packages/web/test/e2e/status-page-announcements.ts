import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const announcementStories: readonly Story[] = [
  [
    'status-pages: automatic posts are switched on, get texts with variables, are seen in the preview, and stand in the list as such',
    async ({ world, browser }) => {
      const { api, anna } = world
      const [made] = await api.owner.query(sql<{
        id: number
      }>`insert into status_page (owner_id, title, slug, languages, time_zone)
values (${anna.id}, 'Night shift', 'night-shift', '{en,pl}', 'Europe/Warsaw') returning id`)
      await api.owner.query(sql`insert into status_page_component (status_page_id, name, manual_status)
values (${made?.id}, 'Online shop', 'operational')`)
      const session = await sessionOf(api, anna.id)
      const path = `/status-pages/${made?.id}?tab=page`
      const { page, context, complaints } = await visit(browser, world, path, { session })
      const preview = page.frameLocator('iframe')
      await there(page.getByText('Your own texts'), 0, 'what announces nothing has no texts')
      await page.getByLabel('When a service goes down').selectOption('published')
      await page.getByLabel('Down for at least').fill('10')
      await page.getByLabel('Before a maintenance window').selectOption('published')
      await page.getByText('Your own texts').click()

      const title = page.getByLabel('Title of an incident post')
      await title.fill('Not available: ')
      await page.getByRole('button', { name: '{{components}}' }).click()
      assert.equal(await title.inputValue(), 'Not available: {{components}}')
      await preview.getByRole('heading', { name: 'Not available: Online shop / Awaria: Online shop' }).waitFor()
      await page.getByLabel('When it is cancelled').fill('No work tonight.')
      await preview.getByText('No work tonight.').waitFor()
      await page.getByLabel('Language of the texts').selectOption('pl')
      await page.getByLabel('When it is resolved').fill('Od {{nothing}} działa.')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.locator('textarea[aria-invalid]').waitFor()
      await page.getByLabel('When it is resolved').fill('Działa od {{end}}.')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Status page saved.').waitFor()
      const [stored] =
        await api.owner.query(sql`select incident_posts, incident_post_delay, maintenance_posts, maintenance_notice, announcement_templates
from status_page where id = ${made?.id}`)
      assert.deepEqual(stored, {
        ...{ incident_posts: 'published', incident_post_delay: 600 },
        ...{ maintenance_posts: 'published', maintenance_notice: 259_200 },
        announcement_templates: {
          en: { incident_title: 'Not available: {{components}}', cancelled_text: 'No work tonight.' },
          pl: { resolved_text: 'Działa od {{end}}.' },
        },
      })
      assert.deepEqual(complaints, [])
      await api.owner.query(sql`delete from status_page where id = ${made?.id}`)
      await context.close()
    },
  ],
  [
    'status-pages: an automatic post is marked as such until a user changes it',
    async ({ world, browser }) => {
      const { api, anna, statusPages } = world
      const session = await sessionOf(api, anna.id)
      const { page, context } = await visit(browser, world, `/status-pages/${statusPages.page}`, { session })
      const row = page.getByRole('row').filter({ hasText: 'Outage: Infolinia' })
      await row.getByText('Automatic').waitFor()
      await there(page.getByRole('row').filter({ hasText: 'Automatic' }), 1)
      await row.getByRole('link').click()
      const note = page.getByText('This post was created automatically and is updated automatically.')
      await note.waitFor()
      await page.getByLabel('Post-mortem').fill('A cable was cut.')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Post saved.').waitFor()
      await note.waitFor({ state: 'detached' })
      await api.owner.query(
        sql`update status_page_post set is_automatic = true, post_mortem = '' where id = ${statusPages.automatic}`,
      )
      await context.close()
    },
  ],
]
