import assert from 'node:assert/strict'
import { addAccount } from '@wachta/testing/api/accounts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const trialStepsStories: readonly Story[] = [
  [
    'trial: contact with e-mail in one dialog',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/contacts', { session })
      const presses = await countPresses(page)
      await page.getByRole('button', { name: 'New contact' }).click()
      const dialog = page.getByRole('dialog', { name: 'New contact' })
      await dialog.getByLabel('Name').fill('Dorota Wiśniewska')
      await dialog.getByLabel('E-mail address').fill('dorota@')
      await dialog.getByLabel('Phone').fill('+48 600 111 222')
      await dialog.getByRole('button', { name: 'Create contact' }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      assert.equal(await dialog.getByLabel('E-mail address').getAttribute('aria-invalid'), 'true')
      await dialog.getByLabel('E-mail address').fill('dorota@example.com')
      await dialog.getByRole('button', { name: 'Create contact' }).click()
      await page.getByRole('heading', { name: 'Dorota Wiśniewska' }).waitFor()
      await page.getByText('dorota@example.com').waitFor()
      assert.equal(await presses(), 3, 'one to open it, one to create, one more because of the fault')
      const stored = await api.owner.query(sql<{ channel_id: string; address: string }>`
select a.channel_id, a.address from contact c join contact_address a on a.contact_id = c.id
where c.owner_id = ${anna.id} and c.name = 'Dorota Wiśniewska' order by a.channel_id`)
      assert.deepEqual(
        stored,
        [
          { channel_id: 'email', address: 'dorota@example.com' },
          { channel_id: 'sms', address: '+48 600 111 222' },
        ],
        'after a fault nothing is created twice',
      )
      await api.owner.query(sql`delete from contact where owner_id = ${anna.id} and name = 'Dorota Wiśniewska'`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'trial: escalation in at most 5 steps',
    async ({ world, browser }) => {
      const { api, anna, people, watching } = world
      const blog = watching.services.find(({ name }) => name === 'Blog')
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/services', { session })
      await page.getByRole('link', { name: 'Blog' }).waitFor()
      const presses = await countPresses(page)
      await page.getByRole('link', { name: 'Blog' }).click()
      await page.getByRole('tab', { name: 'Notifications' }).click()
      await page.getByRole('button', { name: 'Add step to a rule…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add step' })
      await dialog.getByRole('checkbox', { name: /^Anna Kowalska/ }).check()
      await dialog.getByRole('button', { name: 'Add step' }).click()
      await dialog.waitFor({ state: 'hidden' })
      assert.ok((await presses()) <= 5, `${await presses()} presses`)
      const rule = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Blog is down' }) })
      await rule.getByText('Anna Kowalska: E-mail, SMS').waitFor()
      const [stored] = await api.owner.query(sql<{ scope: object; contact_ids: number[]; delay: number }>`
select e.scope, x.contact_ids, x.delay from event e join escalation x on x.event_id = e.id
where e.owner_id = ${anna.id} and e.name = 'Blog is down'`)
      assert.deepEqual(stored, {
        scope: { all_services: false, group_ids: [], service_ids: [blog?.id] },
        contact_ids: [people.contacts.anna],
        delay: 0,
      })
      await rule.getByRole('button', { name: 'Add step to Blog is down' }).click()
      assert.equal(await dialog.getByLabel('Delay').inputValue(), '15', 'a quarter of an hour after the last')
      await dialog.getByRole('button', { name: 'New contact' }).click()
      const contact = page.getByRole('dialog', { name: 'New contact' })
      await contact.getByLabel('Name').fill('Edward')
      await contact.getByRole('button', { name: 'Create contact' }).click()
      await contact.waitFor({ state: 'hidden' })
      assert.ok(await dialog.getByRole('checkbox', { name: /^Edward/ }).isChecked(), 'who is new is chosen')
      await dialog.getByRole('button', { name: 'Add step' }).click()
      await rule.getByText('Edward').waitFor()
      await api.owner.query(sql`delete from event where owner_id = ${anna.id} and name = 'Blog is down'`)
      await api.owner.query(sql`delete from contact where owner_id = ${anna.id} and name = 'Edward'`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'trial: a step is added from the escalations and from an alert rule',
    async ({ world, browser }) => {
      const { api } = world
      const account = await addAccount(api.owner, { name: 'Piekarnia' })
      const session = await sessionOf(api, account)
      await api.call('POST', '/contacts', { as: `Bearer ${session.token}`, body: { name: 'Filip' } })
      const { page, context, complaints } = await visit(browser, world, '/escalations', { session })
      await page.getByText('No alert rules yet').waitFor()
      const presses = await countPresses(page)
      await page.getByRole('button', { name: 'Add step' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add step' })
      await dialog.getByRole('checkbox', { name: /^Filip/ }).check()
      await dialog.getByRole('button', { name: 'Add step' }).click()
      await page.getByRole('link', { name: 'Service down' }).waitFor()
      assert.equal(await presses(), 3)
      const [rule] = await api.owner.query(sql<{ id: number }>`select id from event where owner_id = ${account}`)
      await page.goto(`${world.address}/events/rules/${rule?.id}`)
      await page.getByRole('button', { name: 'Add step' }).click()
      await dialog.getByRole('button', { name: 'Add step' }).click()
      await dialog.getByRole('group', { name: 'Contacts' }).getByRole('alert').waitFor()
      await dialog.getByRole('checkbox', { name: /^Filip/ }).check()
      await dialog.getByRole('button', { name: 'Add step' }).click()
      await page.getByText('after 15 min').waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]

/** Counts pointer presses from now on, across pages of the app. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { presses: 0 })
    const count = () => Object.assign(window, { presses: Number(Reflect.get(window, 'presses')) + 1 })
    document.addEventListener('pointerdown', count, true)
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'presses')))
}
