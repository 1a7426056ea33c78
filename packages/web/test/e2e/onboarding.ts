import assert from 'node:assert/strict'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { checkOf, record } from '@wachta/testing/api/history'
import { until } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const onboardingStories: readonly Story[] = [
  [
    'onboarding: from a pasted address to a service that is watched and somebody who is told',
    async ({ world, browser }) => {
      const { api } = world
      const account = await addAccount(api.owner, { name: 'Kwiaciarnia' })
      const session = await sessionOf(api, account)
      const { page, context, complaints } = await visit(browser, world, '/', { session })
      const missing: string[] = []
      page.on('response', (response) => response.status() === 404 && missing.push(response.url()))
      await page.getByText('No services yet').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Add service' }).last().click()
      const begin = page.getByRole('button', { name: 'Start monitoring' })
      assert.ok(await begin.isDisabled())
      await page.getByRole('textbox', { name: 'Address' }).fill('https://anna:secret@kwiaty.example.com/')
      await page.getByRole('textbox', { name: 'Address' }).fill('kwiaty.example.com')
      await page.getByText('Sensors will check https://kwiaty.example.com').waitFor()
      await page.getByText(/Checked from Warszawa, Frankfurt and Dublin/).waitFor()
      await page.getByLabel('Name').fill('x'.repeat(300))
      await begin.click()
      await page.locator('[aria-invalid=true]').waitFor()
      assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'true', 'the fault is at its field')
      await page.getByLabel('Name').fill('Kwiaty')
      await begin.click()
      await page.getByText('No sensor has answered yet').waitFor()
      const made = await until(async () => {
        const [row] = await api.owner.query(sql<{ id: number; type_id: string; sensor_ids: number[]; time: Date }>`
select v.id, v.type_id, v.sensor_ids, f.time from service v join forced_analysis f on f.service_id = v.id where v.owner_id = ${account}`)
        return row
      })
      assert.deepEqual([made.type_id, made.sensor_ids.length], ['https', 3])
      // What the engine would store: two find it well, one does not.
      const [one = 0, two = 0, three = 0] = made.sensor_ids
      const checks = [
        checkOf(one, { response_time: 120 }),
        checkOf(two, { response_time: 180 }),
        checkOf(three, { result: 'error', error_type_id: 401, response_time: 40 }),
      ]
      await record(api.owner, made.id, made.sensor_ids, [{ time: made.time.getTime(), checks }])
      await page.getByText('has been checked from 3 sensors').waitFor()
      assert.deepEqual(missing, [], 'waiting is no error')
      const seen = page.getByRole('list', { name: 'Checks by sensor' })
      await seen.getByText('Certificate expired').waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByLabel('Name').fill('Anna Kowalska')
      await page.getByLabel('E-mail address').fill('nowhere')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await page.getByLabel('E-mail address').fill('anna@kwiaty.example.com')
      const sent = page.waitForResponse((response) => response.url().endsWith('/send_verification_code'))
      await page.getByRole('button', { name: 'Save' }).click()
      assert.ok((await sent).ok())
      await page.getByText('We have sent a link to anna@kwiaty.example.com').waitFor()
      assert.equal(await page.getByRole('button', { name: /Send test/ }).count(), 0, 'not before it is confirmed')
      const [told] = await api.owner.query(sql<{ contacts: number; address: string; rules: number }>`
select (select count(*)::int from contact where owner_id = ${account}) as contacts, a.address,
  (select count(*)::int from escalation x where x.owner_id = ${account} and c.id = any(x.contact_ids)) as rules
from contact c join contact_address a on a.contact_id = c.id where c.owner_id = ${account}`)
      assert.deepEqual(told, { contacts: 1, address: 'anna@kwiaty.example.com', rules: 1 })
      await page.getByRole('link', { name: 'View service' }).click()
      await page.getByRole('heading', { name: 'Kwiaty' }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'onboarding: a heartbeat with its URL and snippets, until its job reports, and on its own page',
    async ({ world, browser }) => {
      const { api } = world
      const account = await addAccount(api.owner, { name: 'Kopie' })
      const session = await sessionOf(api, account)
      const { page, context, complaints } = await visit(browser, world, '/services/new', { session })
      await page.getByLabel('A scheduled job (heartbeat)').check()
      const create = page.getByRole('button', { name: 'Create heartbeat' })
      assert.ok(await create.isDisabled())
      await page.getByLabel('Job name').fill('Nightly backup of db1')
      await create.click()
      await page.getByText('Waiting for the first signal from Nightly backup of db1').waitFor()
      const url = await page
        .getByText(/\/v3\/heartbeats\/[0-9a-f]{32}$/)
        .first()
        .textContent()
      assert.ok(url)
      await page.getByLabel('cron').check()
      await page.getByText(/^0 3 \* \* \* \/path\/to\/job && curl/).waitFor()
      await page.getByLabel('systemd').check()
      await page.getByText('ExecStartPre').waitFor()
      const { pathname } = new URL(url)
      assert.equal((await api.call('POST', `${pathname}?state=failed&message=disk%20full`)).status, 204)
      await page.getByText('Nightly backup of db1 has reported.').waitFor()
      await page.getByText('disk full').waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Skip' }).click()
      await page.getByRole('link', { name: 'View service' }).click()
      await page.getByRole('heading', { name: 'Heartbeat', exact: true }).waitFor()
      await page.getByText('disk full').waitFor()
      assert.equal(await page.getByText(url).count(), 0, 'the URL is shown only once')
      await page.getByRole('button', { name: 'Replace URL' }).click()
      await page
        .getByText(/\/v3\/heartbeats\/[0-9a-f]{32}$/)
        .first()
        .waitFor()
      assert.equal((await api.call('POST', pathname)).status, 404, 'a former URL is worth nothing')
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'onboarding: a package that is full says so before anything is typed, and a reader is not led there',
    async ({ world, browser }) => {
      const { api } = world
      const packageId = await addPackage(api.owner, { name: 'Tiny', services: 0, offered: false })
      const full = await addAccount(api.owner, { packageId })
      const { page, context } = await visit(browser, world, '/services/new', { session: await sessionOf(api, full) })
      await page.getByText(/limit of your package: 0 services/).waitFor()
      await page.getByRole('textbox', { name: 'Address' }).fill('example.com')
      assert.ok(await page.getByRole('button', { name: 'Start monitoring' }).isDisabled())
      await context.close()
      const reader = await addAccount(api.owner, { readOnly: true })
      const other = await visit(browser, world, '/', { session: await sessionOf(api, reader) })
      await other.page.getByText('No services yet').waitFor()
      assert.equal(await other.page.getByRole('link', { name: 'Add service' }).count(), 0)
      await other.context.close()
    },
  ],
]
