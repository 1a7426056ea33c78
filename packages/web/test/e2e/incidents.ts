import assert from 'node:assert/strict'
import { addAccount } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { addAlert } from '@wachta/testing/api/notifications'
import type { TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { clock, there, visit } from './visit.ts'

export const incidentStories: readonly Story[] = [
  [
    'incidents: what lasts comes first; kind, service and time narrow the lists',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/incidents', { session })
      const lasting = page.getByRole('list', { name: /^Open/ })
      const over = page.getByRole('list', { name: /^Resolved/ })
      await lasting.getByRole('link', { name: 'Sensor Dublin' }).waitFor()
      await there(lasting.getByRole('listitem'), 3)
      await lasting.getByText('Service down: certificate expired').waitFor()
      await lasting.getByText('6 notifications sent, 1 failed, 2 suppressed').waitFor()
      await over.getByText('flapping').waitFor()
      await page.getByLabel('Type').selectOption('performance')
      await page.waitForURL(/kind=performance/)
      await page.getByText('No results').waitFor()
      await there(over.getByRole('listitem'), 4)
      await page.getByLabel('Type').selectOption('')
      await page.getByRole('combobox', { name: 'Service' }).fill('Karie')
      await page.getByRole('option', { name: 'Kariera' }).click()
      await page.waitForURL(/service=/)
      await over.getByRole('link', { name: 'Kariera' }).waitFor()
      await page.getByText('24 hours').click()
      await page.getByText('No results').nth(1).waitFor()
      await context.close()
    },
  ],
  [
    'incidents: many are paged',
    async ({ world, browser }) => {
      const { api } = world
      const account = await addAccount(api.owner, { name: 'Niespokojni' })
      const session = await sessionOf(api, account)
      const service = await createTestService(api, `Bearer ${session.token}`, { name: 'Chwiejna' })
      await api.owner.query(sql`insert into occurrence (service_id, owner_id, start_time, end_time, end_reason)
select ${service}, ${account}, now() - n * interval '1 hour', now() - n * interval '1 hour' + interval '3 minutes', 'recovered'
from generate_series(1, 60) n`)
      const { page, context } = await visit(browser, world, '/incidents', { session })
      await page.getByText('No open incidents').waitFor()
      await page.getByText(/^1–25 of 60$/).waitFor()
      await page.getByRole('button', { name: 'Next page' }).click()
      await page.getByText(/^26–50 of 60$/).waitFor()
      await page.reload()
      await page.getByText(/^26–50 of 60$/).waitFor()
      await page.goBack()
      await page.getByText(/^1–25 of 60$/).waitFor()
      await context.close()
    },
  ],
  [
    'incidents: each has a timeline: what led to it, who was notified, who was not and why, what comes next',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/incidents', { session })
      await page.getByRole('list', { name: /^Open/ }).getByRole('link', { name: 'Sklep: strona główna' }).click()
      await page.getByText(/Open · Service down: certificate expired · since .+, for .+/).waitFor()
      await page
        .getByText(
          new RegExp(
            `Next reminder at ${clock}, from escalation step “Dyżur”, which notifies Joanna Maj and Piotr Zieliński\\.`,
          ),
        )
        .waitFor()
      const entry = (name: RegExp | string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, level: 3 }) })
      await entry(/Analysis: down, 3 of 5 sensors/)
        .getByRole('button')
        .click()
      await page.getByRole('list', { name: 'Checks by sensor' }).getByText('Certificate expired').first().waitFor()
      const first = entry('Escalation step “Dyżur”: first notification')
      await first.getByText('Quiet hours of the contact.').waitFor()
      await first.getByText('The contact had quiet hours.').waitFor()
      await first.getByRole('button', { name: /Joanna Maj, SMS/ }).click()
      await first.getByText('503 Service Unavailable').waitFor()
      await first.getByText('accepted, id 8f21c0').waitFor()
      await entry('Legacy notifications: first notification')
        .getByText('Legacy notifications are off for the service')
        .waitFor()
      await entry('Next: escalation step “Zarząd”').getByText('Marek Wójcik').waitFor()
      await first.getByRole('link', { name: 'View in the notification log' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('accepted, id 8f21c0').waitFor()
      await dialog.getByRole('link', { name: 'View incident' }).click()
      await page.getByRole('heading', { name: 'Timeline' }).waitFor()
      await context.close()
    },
  ],
  [
    'incidents: a resolved one shows its recovery and corrections, an acknowledged one by whom',
    async ({ world, browser }) => {
      const { api, incidents } = world
      const session = await sessionOf(api, world.anna.id)
      const { page, context } = await visit(browser, world, `/events/${incidents.recovered}`, { session })
      await page.getByRole('heading', { name: 'Resolved: recovered' }).waitFor()
      await page.getByRole('heading', { name: 'Correction: excluded from availability' }).waitFor()
      await page.getByText('Only those who were notified of the start are notified of the recovery.').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Acknowledge/ }).count(), 0)
      await page.goto(`${world.address}/events/${incidents.taken}`)
      await page.getByRole('heading', { name: 'Acknowledged by Joanna Maj' }).waitFor()
      await page.getByText('“Dzwonię do hostingu, restart kolejki.”').waitFor()
      await page.getByText('No more notifications until it is resolved.').waitFor()
      assert.equal(await page.getByRole('button', { name: /^Acknowledge/ }).count(), 0)
      await context.close()
    },
  ],
  [
    'incidents: one is acknowledged by one click, and undone; a note is kept; without the permission there is no button',
    async ({ world, browser }) => {
      const { api, anna, incidents } = world
      const session = await sessionOf(api, anna.id)
      const service = await createTestService(api, `Bearer ${session.token}`, { name: 'Nocna' })
      const id = await addAlert(api.owner, { service, event: incidents.failure })
      const reader = await addAccount(api.owner, { parent: anna.id, readOnly: true })
      const looking = await visit(browser, world, `/events/${id}`, { session: await sessionOf(api, reader) })
      await looking.page.getByRole('heading', { name: 'Incident opened' }).waitFor()
      await looking.page.waitForLoadState('networkidle')
      assert.equal(await looking.page.getByRole('button', { name: /^Acknowledge/ }).count(), 0)
      await looking.context.close()

      const { page, context } = await visit(browser, world, `/events/${id}`, { session })
      await page.getByRole('button', { name: 'Acknowledge: Nocna', exact: true }).click()
      await page.getByRole('heading', { name: 'Acknowledged by Sklepy Kowalska' }).waitFor()
      await page.getByText(/Sklepy Kowalska is on it/).waitFor()
      assert.deepEqual(await storedAlert(api, id), { status: 'disabled', acknowledged_by: 'Sklepy Kowalska' })
      await page.getByRole('button', { name: 'Undo acknowledgement: Nocna' }).click()
      await page.getByRole('heading', { name: 'Sklepy Kowalska undid the acknowledgement' }).waitFor()
      assert.deepEqual(await storedAlert(api, id), { status: 'active', acknowledged_by: null })
      await page.getByRole('button', { name: 'Add note: Nocna' }).click()
      const dialog = page.getByRole('dialog', { name: 'Note on Nocna' })
      await dialog.getByLabel('Note').fill('Jadę na miejsce.')
      await dialog.getByRole('button', { name: 'Save note' }).click()
      await page.getByText('“Jadę na miejsce.”').waitFor()
      await page.getByRole('link', { name: 'Run diagnostics: Nocna' }).click()
      await page.getByText('Results are added to the timeline of the incident on Nocna.').waitFor()
      await page.getByRole('combobox', { name: 'Sensors' }).fill('Dublin')
      await page.getByRole('option', { name: 'Dublin' }).click()
      await page.getByLabel('Host name or IP address').fill('nocna.example.com')
      await page.getByText('Traceroute').click()
      await page.getByRole('button', { name: 'Run from 1 sensor' }).click()
      await page.getByText('Waiting for the sensor…').waitFor()
      await page.getByRole('link', { name: 'View incident' }).click()
      await page.getByRole('heading', { name: 'Sklepy Kowalska ran a traceroute to nocna.example.com' }).waitFor()
      await page.getByText('From: Dublin').waitFor()
      await page.getByRole('link', { name: 'View result' }).click()
      await page.getByRole('listitem').filter({ hasText: 'Dublin' }).getByText('Waiting for the sensor…').waitFor()
      await api.owner.query(sql`delete from service where id = ${service}`)
      await context.close()
    },
  ],
]

async function storedAlert(api: TestApi, id: number) {
  const [stored] = await api.owner.query(
    sql<{
      status: string
      acknowledged_by: string | null
    }>`select s.status, o.acknowledged_by from occurrence o join event_status s on s.occurrence_id = o.id where o.id = ${id}`,
  )
  return stored
}
