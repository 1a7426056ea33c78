import assert from 'node:assert/strict'
import { createTestService } from '@wachta/testing/api/configuration'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const servicePageStories: readonly Story[] = [
  [
    'service page: settings stand in sections, headers in rows, usual values one press away',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const id = await createTestService(api, `Bearer ${session.token}`, {
        type_id: 'http',
        name: 'Sekcje',
        address: 'http://example.com/',
      })
      const stored = async () => {
        const [row] = await api.owner.query(
          sql<{
            settings: Record<string, unknown>
          }>`select extended_settings as settings from service where id = ${id}`,
        )
        return row?.settings
      }
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      const request = page.getByRole('group', { name: 'Request', exact: true })
      await request.getByRole('button', { name: 'Add row' }).click()
      await request.getByLabel('Name 1').fill('Accept:')
      await request.getByLabel('Value 1').fill('text/html; q=0.9')
      await request.getByRole('button', { name: 'Cache-Control: no-cache' }).click()
      assert.equal(await request.getByLabel('Name 2').inputValue(), 'Cache-Control')
      await request.getByRole('button', { name: 'Add row' }).click()
      const expectations = page.getByRole('group', { name: 'Expectations' })
      await expectations.getByRole('button', { name: '200-299', exact: true }).click()
      await page.getByRole('group', { name: 'Monitoring' }).getByRole('button', { name: 'all sensors' }).click()
      for (const name of ['Authentication', 'Limits']) await page.getByRole('group', { name }).waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Settings saved.').waitFor()
      const saved = await stored()
      assert.deepEqual(saved?.['request_headers'], ['Accept: text/html; q=0.9', 'Cache-Control: no-cache'])
      assert.deepEqual([saved?.['expected_status_codes'], saved?.['error_tolerance']], ['200-299', 100])

      await request.getByLabel('Name 2').fill('Authorization')
      await page.getByRole('button', { name: 'Save' }).click()
      await request.locator('[aria-invalid=true]').first().waitFor()
      await request.getByRole('button', { name: 'Remove row 2' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await waitForMail(
        async () => String((await stored())?.['request_headers']) === 'Accept: text/html; q=0.9' || undefined,
      )
      await api.owner.query(sql`delete from service where id = ${id}`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'service page: the target of a group and of a service give an error budget',
    async ({ world, browser }) => {
      const { api, watching, anna } = world
      const group = watching.groups.get('Strony')
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, `/services?group=${group}`, { session })
      await page.getByRole('button', { name: 'Service level target…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Service level target of Strony' })
      await dialog.getByLabel('Service level target (%)').fill('high')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('Enter a number, such as 99.9.').waitFor()
      await dialog.getByLabel('Service level target (%)').fill('0,5')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Target of Strony saved.').waitFor()
      const [service] = await api.owner.query(
        sql<{ id: number }>`select id from service where group_id = ${group} and is_active and not is_archived limit 1`,
      )
      await page.goto(new URL(`/services/${service?.id}`, page.url()).href)
      const figures = page.getByRole('region', { name: 'Key figures' })
      await figures.getByText('0.5%', { exact: true }).waitFor()
      await figures.getByText(/ left of /).waitFor()
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByLabel('Service level target (%)').fill('100')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Settings saved.').waitFor()
      await figures.getByText('100%', { exact: true }).first().waitFor()
      assert.deepEqual(complaints, [])
      await api.owner.query(sql`update service_group set service_level_target = null where id = ${group}`)
      await api.owner.query(sql`update service set service_level_target = null where id = ${service?.id}`)
      await context.close()
    },
  ],
  [
    'service page: key figures, pause and resume, duplicate without secrets, delete',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const session = await sessionOf(api, anna.id)
      const [failing] = watching.services
      const { page, context, complaints } = await visit(browser, world, `/services/${failing?.id}`, { session })
      const figures = page.getByRole('region', { name: 'Key figures' })
      await figures
        .getByText(/^\d+ ms$/)
        .first()
        .waitFor()
      await figures
        .getByText(/^\d+\.\d+%$/)
        .first()
        .waitFor()
      for (const name of [
        'Availability 24 h',
        'This month',
        'p95, 24 h',
        'Incidents, 30 d',
        'MTTR, 30 d',
        'Certificate',
      ])
        await figures.getByText(name, { exact: true }).waitFor()

      const settings = { bearer_token: 'a secret', expected_status_codes: '200' }
      const reply = await api.call('POST', '/services', {
        as: `Bearer ${session.token}`,
        body: { name: 'Wzór', type_id: 'https', address: 'https://wzor.example.com/', extended_settings: settings },
      })
      const original: number = reply.body.id
      const isActive = async () => {
        const [row] = await api.owner.query(
          sql<{ is_active: boolean }>`select is_active from service where id = ${original}`,
        )
        return row?.is_active
      }
      await page.goto(`${world.address}/services/${original}`)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.getByRole('button', { name: 'Resume' }).waitFor()
      assert.equal(await isActive(), false)
      await page.getByRole('button', { name: 'Resume' }).click()
      await page.getByRole('button', { name: 'Pause' }).waitFor()
      assert.equal(await isActive(), true)

      await page.getByRole('button', { name: 'Duplicate…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('Passwords and tokens are not copied').waitFor()
      await dialog.getByLabel('Address').fill('https://kopia.example.com/')
      await dialog.getByRole('button', { name: 'Duplicate' }).click()
      await page.getByRole('heading', { name: 'Wzór (copy)' }).waitFor()
      const copy = Number(new URL(page.url()).pathname.split('/').at(-1))
      const [copied] = await api.owner.query(sql<{
        address: string
        codes: string
        token: string | null
      }>`select address,
  extended_settings ->> 'expected_status_codes' as codes, extended_settings ->> 'bearer_token' as token from service where id = ${copy}`)
      assert.deepEqual(copied, { address: 'https://kopia.example.com/', codes: '200', token: null })

      await page.getByRole('button', { name: 'Delete…' }).click()
      await dialog.getByRole('button', { name: 'Delete permanently' }).click()
      await page.waitForURL(/\/services$/)
      const gone = await api.owner.query(sql`select id from service where id = ${copy}`)
      assert.deepEqual(gone, [])
      await api.owner.query(sql`delete from service where id = ${original}`)
      assert.deepEqual(complaints, [])
      await page.getByRole('heading', { name: 'Services', level: 1 }).waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Not found' }).waitFor()
      await context.close()
    },
  ],
  [
    'services: an administrator sees whose they are, filters by customer and groups by it; who has one customer does not',
    async ({ world, browser }) => {
      const { api, anna, neighbours } = world
      const session = await sessionOf(api, neighbours.adam, 'administrator')
      const { page, context, complaints } = await visit(browser, world, '/services', { session })
      await page.getByRole('columnheader', { name: 'Customer' }).waitFor()
      await page.getByLabel('Customer', { exact: true }).selectOption({ label: 'Piekarnia Pod Lipą' })
      await page.getByRole('link', { name: 'Sklep 17' }).waitFor()
      await there(page.getByRole('link', { name: 'Sklep: koszyk' }), 0)
      await page.getByLabel('Group by customer').check()
      await page.getByRole('columnheader', { name: 'Piekarnia Pod Lipą 17' }).waitFor()
      await page.reload()
      await page.getByRole('columnheader', { name: 'Piekarnia Pod Lipą 17' }).waitFor()
      assert.ok(await page.getByLabel('Group by customer').isChecked(), 'it is in the address')
      await page.getByLabel('Customer', { exact: true }).selectOption({ label: 'Sklepy Kowalska' })
      await page.getByRole('columnheader', { name: /^Sklepy Kowalska \d+$/ }).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
      const own = await visit(browser, world, '/services', { session: await sessionOf(api, anna.id) })
      await own.page.getByRole('link', { name: 'Blog' }).waitFor()
      assert.equal(await own.page.getByLabel('Customer', { exact: true }).count(), 0)
      await own.context.close()
    },
  ],
  [
    'service page: the steps of a scenario are edited in rows, or as JSON',
    async ({ world, browser }) => {
      const { api, anna } = world
      const session = await sessionOf(api, anna.id)
      const id = await createTestService(api, `Bearer ${session.token}`, {
        ...{ name: 'Koszyk', type_id: 'http_scenario', address: 'api.example.com' },
        extended_settings: { steps: [{ name: 'Home', url: '/' }] },
      })
      const { page, context, complaints } = await visit(browser, world, `/services/${id}?tab=settings`, { session })
      const step = (number: number) => page.getByRole('group', { name: `Step ${number}`, exact: true })
      await page.getByRole('button', { name: 'Add step' }).click()
      await step(2).getByLabel('Name', { exact: true }).fill('Sign in')
      await step(2).getByLabel('Method').selectOption('POST')
      await step(2).getByLabel('URL').fill('/login')
      await step(2).getByRole('button', { name: 'Add assertion' }).click()
      await step(2).getByLabel('Assertions 1: Type').selectOption('JSON value')
      await step(2).getByLabel('Assertions 1: Path').fill('$.ok')
      await step(2).getByLabel('Assertions 1: Value').fill('true')
      await step(2).getByRole('button', { name: 'Move step 2 up' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Settings saved.').waitFor()
      const stored = async () => {
        const [row] = await api.owner.query(
          sql<{ steps: object[] }>`select extended_settings->'steps' as steps from service where id = ${id}`,
        )
        return row?.steps
      }
      const signIn = {
        name: 'Sign in',
        method: 'POST',
        url: '/login',
        assertions: [{ json: { path: '$.ok', value: 'true' } }],
      }
      assert.deepEqual(await stored(), [signIn, { name: 'Home', url: '/' }])

      await page.getByRole('switch', { name: 'Edit as JSON' }).click()
      await page.getByLabel('Requests, in order').fill('[{"name":"Only","url":"/"}]')
      await page.getByRole('switch', { name: 'Edit as JSON' }).click()
      assert.equal(await step(1).getByLabel('Name', { exact: true }).inputValue(), 'Only')
      await step(1).getByLabel('URL').fill('')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page
        .getByText(/Step 1: /)
        .first()
        .waitFor()
      await api.owner.query(sql`delete from service where id = ${id}`)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
]
