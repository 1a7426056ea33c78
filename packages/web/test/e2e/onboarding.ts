import assert from 'node:assert/strict'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { sendQueuedMails } from '@wachta/testing/api/mailbox'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const onboardingStories: readonly Story[] = [
  [
    'onboarding: from a pasted address to a monitored service and a contact who is notified',
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
      const made = await waitForMail(async () => {
        const [row] = await api.owner.query(sql<{ id: number; type_id: string; sensor_ids: number[]; time: Date }>`
select v.id, v.type_id, v.sensor_ids, f.time from service v join forced_analysis f on f.service_id = v.id where v.owner_id = ${account}`)
        return row
      })
      assert.deepEqual([made.type_id, made.sensor_ids.length], ['https', 3])
      // As the analyst would store it: ok for two sensors, an error for one.
      const [one = 0, two = 0, three = 0] = made.sensor_ids
      const checks = [
        buildCheck(one, { response_time: 120 }),
        buildCheck(two, { response_time: 180 }),
        buildCheck(three, { result: 'error', error_type_id: 401, response_time: 40 }),
      ]
      await storeAnalyses(api.owner, made.id, made.sensor_ids, [{ time: made.time.getTime(), checks }])
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
      await sendQueuedMails(api.database)
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('We have sent a link to anna@kwiaty.example.com').waitFor()
      assert.deepEqual(
        (await sendQueuedMails(api.database)).map(({ to }) => to),
        ['anna@kwiaty.example.com'],
        'the link is sent once',
      )
      assert.equal(await page.getByRole('button', { name: /Send test/ }).count(), 0, 'not before it is confirmed')
      const [told] = await api.owner.query(sql<{ contacts: number; address: string; rules: number }>`
select (select count(*)::int from contact where owner_id = ${account}) as contacts, a.address,
  (select count(*)::int from escalation x where x.owner_id = ${account} and c.id = any(x.contact_ids)) as rules
from contact c join contact_address a on a.contact_id = c.id where c.owner_id = ${account}`)
      assert.deepEqual(told, { contacts: 1, address: 'anna@kwiaty.example.com', rules: 1 })
      const rules = await api.owner.query(sql<{ scope: object }>`select scope from event where owner_id = ${account}`)
      const onlyThis = { all_services: false, group_ids: [], service_ids: [made.id] }
      assert.deepEqual(rules, [{ scope: onlyThis }], 'the rule covers no other services')
      await page.getByRole('link', { name: 'View service' }).click()
      await page.getByRole('heading', { name: 'Kwiaty' }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'onboarding: existing contacts are proposed, with one who is added in place, for this service only',
    async ({ world, browser }) => {
      const { api } = world
      const account = await addAccount(api.owner, { name: 'Księgarnia' })
      const session = await sessionOf(api, account)
      const as = `Bearer ${session.token}`
      const make = async (path: string, body: object): Promise<number> =>
        (await api.call('POST', path, { as, body })).body.id
      const adam = await make('/contacts', { name: 'Adam' })
      const beata = await make('/contacts', { name: 'Beata' })
      await make('/contact_addresses', { contact_id: adam, channel_id: 'email', address: 'adam@ksiazki.example.com' })
      const rule = await make('/events', { name: 'Anything down' })
      await make('/escalations', { event_id: rule, name: 'Beata', contact_ids: [beata] })
      const { page, context, complaints } = await visit(browser, world, '/services/new', { session })
      await page.getByRole('textbox', { name: 'Address' }).fill('ksiazki.example.com')
      await page.getByRole('button', { name: 'Start monitoring' }).click()
      await page.getByRole('button', { name: 'Continue without waiting' }).click()
      await page.getByText('Who should be notified when ksiazki.example.com goes down').waitFor()
      assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled(), 'no contact is chosen yet')
      await page.getByRole('checkbox', { name: 'Beata already notified by “Anything down”' }).waitFor()
      await page.getByRole('checkbox', { name: 'Adam E-mail' }).check()
      await page.getByRole('button', { name: 'New contact' }).click()
      await page.getByLabel('Name').fill('Celina')
      await page.getByLabel('E-mail address').fill('celina@ksiazki.example.com')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('When ksiazki.example.com goes down, we notify Adam and Celina.').waitFor()
      await page.getByText('We have sent a link to celina@ksiazki.example.com').waitFor()
      const [stored] = await api.owner.query(sql<{ names: string[]; service_ids: number[]; own: number[] }>`
select (select array_agg(c.name order by c.name) from contact c where c.id = any(x.contact_ids)) as names,
  e.scope -> 'service_ids' as service_ids, array(select id from service where owner_id = ${account}) as own
from event e join escalation x on x.event_id = e.id where e.owner_id = ${account} and e.id <> ${rule}`)
      assert.deepEqual(stored?.names, ['Adam', 'Celina'])
      assert.deepEqual(stored?.service_ids, stored?.own)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'onboarding: another service is added in the same app, without a connection too',
    async ({ world, browser }) => {
      const { api } = world
      const session = await sessionOf(api, await addAccount(api.owner, { name: 'Seria' }))
      const { page, context } = await visit(browser, world, '/services/new', { session })
      await page.getByLabel('A scheduled job (heartbeat)').check()
      await page.getByLabel('Job name').fill('First job')
      await page.getByRole('button', { name: 'Create heartbeat' }).click()
      const url = await page
        .getByText(/\/v3\/heartbeats\/[0-9a-f]{32}$/)
        .first()
        .textContent()
      await api.call('POST', new URL(url ?? '').pathname)
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByRole('button', { name: 'Skip' }).click()
      await page.getByRole('button', { name: 'Add another service' }).waitFor()
      await context.setOffline(true)
      await page.getByRole('button', { name: 'Add another service' }).click()
      await page.getByRole('textbox', { name: 'Address' }).fill('second.example.com')
      await context.setOffline(false)
      await page.getByText('Sensors will check https://second.example.com').waitFor()
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
      await page.getByText(/^0 3 \* \* \* \/path\/to\/job && s=finished/).waitFor()
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
