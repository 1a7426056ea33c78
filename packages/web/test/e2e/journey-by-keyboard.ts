import assert from 'node:assert/strict'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { addAccount } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { addAlert } from '@wachta/testing/api/notifications'
import { sql } from 'kysely'
import { keyboardOf } from '../support/keyboard.ts'
import { password, sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

/** Without a mouse or any substitute for one. */
export const keyboardJourney: readonly Story[] = [
  [
    'journey: with the keyboard alone, a user signs in, finds a failure, acknowledges it and plans a maintenance window',
    async ({ world, browser }) => {
      const { service, occurrence } = await failing(world)
      const { page, context, complaints } = await visit(browser, world, '/')
      const keys = keyboardOf(page)
      const main = page.getByRole('main')
      await keys.type(page.getByLabel('Username'), 'klawiatura')
      await keys.type(page.getByLabel('Password'), password)
      await page.keyboard.press('Enter')

      await keys.press(main.getByRole('button', { name: /1 Down/ }), 'Space')
      await page.getByText('1 of 2').waitFor()
      await keys.press(main.getByRole('link', { name: 'Kasa', exact: true }))
      await page.getByText(/Down since/).waitFor()
      await keys.press(main.getByRole('link', { name: 'View incidents' }))
      await keys.press(main.getByRole('list', { name: /^Open/ }).getByRole('link', { name: 'Kasa' }))

      // The list has the same button, so wait until the page of the incident replaces it.
      await main.getByRole('heading', { name: 'Timeline' }).waitFor()
      await keys.press(main.getByRole('button', { name: 'Acknowledge: Kasa' }))
      await page.getByRole('heading', { name: 'Acknowledged by Nocna zmiana' }).waitFor()
      await keys.press(main.getByRole('button', { name: 'Add note: Kasa' }))
      const question = page.getByRole('dialog', { name: 'Note on Kasa' })
      await keys.type(question.getByLabel('Note'), 'Jestem przy niej.')
      await keys.press(question.getByRole('button', { name: 'Save note' }))
      await page.getByRole('heading', { name: 'Note by Nocna zmiana' }).waitFor()
      await question.waitFor({ state: 'detached' })
      const entries = await world.api.owner.query(sql`select n.kind, n.text from incident_entry n
  join occurrence o on o.incident_id = n.incident_id where o.id = ${occurrence} order by n.id`)
      assert.deepEqual(entries, [
        { kind: 'acknowledged', text: '' },
        { kind: 'note', text: 'Jestem przy niej.' },
      ])

      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('mainten')
      await page.getByRole('option', { name: /^Maintenance page/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/maintenance/)
      await keys.press(main.getByRole('button', { name: 'Add window or quiet hours' }))
      const plan = page.getByRole('dialog', { name: 'Add maintenance window or quiet hours' })
      await keys.type(plan.getByLabel('Services'), 'Kasa')
      await page.getByRole('option', { name: 'Kasa' }).first().waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await plan.getByRole('button', { name: 'Remove Kasa' }).waitFor()
      await page.getByRole('listbox').waitFor({ state: 'detached' })
      await keys.type(plan.getByLabel('Note'), 'Wymiana drukarki')
      await keys.press(plan.getByRole('button', { name: 'Save' }))
      await page.getByText('Saved.', { exact: true }).waitFor()
      const planned = await world.api.owner.query(
        sql`select service_id, end_time - start_time = interval '2 hours' as lasts from suspension where description = 'Wymiana drukarki'`,
      )
      assert.deepEqual(planned, [{ service_id: service, lasts: true }])
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]

/** Creates an account in which one of two services fails, without an acknowledgement. */
async function failing({ api }: World): Promise<{ service: number; occurrence: number }> {
  const passwordHash = await hashPassword(password)
  const account = await addAccount(api.owner, { username: 'klawiatura', name: 'Nocna zmiana', passwordHash })
  const as = `Bearer ${(await sessionOf(api, account)).token}`
  const service = await createTestService(api, as, { name: 'Kasa' })
  await createTestService(api, as, { name: 'Kasa zapasowa' })
  const { body: event } = await api.call('POST', '/events', { as, body: { name: 'Awaria', kind: 'failure' } })
  await api.owner.query(sql`update service set status_since = now() - interval '1 day' where owner_id = ${account}`)
  await api.owner.query(sql`insert into service_state (service_id, status, since, last_time, failing_sensor_ids, error_type_id)
values (${service}, 'failure', now() - interval '5 minutes', now(), '{1,2}', 401)
on conflict (service_id) do update set status = excluded.status, since = excluded.since, error_type_id = excluded.error_type_id`)
  return { service, occurrence: await addAlert(api.owner, { service, event: event.id, errorType: 401 }) }
}
