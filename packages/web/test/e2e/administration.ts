import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const administrationStories: readonly Story[] = [
  [
    'administration: a customer of a reseller gets an account, a group to see and a right in it',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      const session = await sessionOf(api, anna.id)
      const { page, context, complaints } = await visit(browser, world, '/administration', { session })
      await page.getByRole('button', { name: 'New sub-account' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create account' }).click()
      await dialog.locator('[aria-invalid]').first().waitFor()
      await dialog.getByLabel('Name', { exact: true }).fill('Apteka Pod Orłem')
      await dialog.getByLabel('E-mail address').fill('apteka@example.com')
      await dialog.getByLabel('Username').fill('apteka')
      await dialog.getByLabel('Package').selectOption({ label: 'Mały' })
      await dialog.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Apteka Pod Orłem' }).waitFor()
      await page.getByRole('checkbox', { name: 'Poczta' }).click()
      await page.getByText('Poczta shared.').waitFor()
      await page.getByRole('group', { name: 'Permissions for Poczta' }).getByLabel('run manual checks').click()
      await page.waitForLoadState('networkidle')
      const rows = await api.owner.query(sql<{
        reseller_account_id: number
        subaccount_edit: boolean
        can_force_analyses: boolean
        can_delete_services: boolean
        name: string
      }>`select a.reseller_account_id, a.subaccount_edit, s.can_force_analyses, s.can_delete_services, k.name from account a
join package k on k.id = a.package_id join group_share s on s.account_id = a.id and s.group_id = ${watching.groups.get('Poczta')} where a.username = 'apteka'`)
      assert.deepEqual(rows, [
        {
          reseller_account_id: anna.id,
          subaccount_edit: true,
          can_force_analyses: true,
          can_delete_services: false,
          name: 'Mały',
        },
      ])
      await page.getByRole('checkbox', { name: 'Poczta' }).click()
      await page.getByText('Poczta is no longer shared.').waitFor()
      await page.getByRole('button', { name: 'Block' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
      await page.getByText('Blocked', { exact: true }).waitFor()
      const [blocked] = await api.owner.query(sql`select is_blocked from account where username = 'apteka'`)
      assert.deepEqual(blocked, { is_blocked: true })
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'administration: an observer sees what the holder sees, changes nothing, and comes back',
    async ({ world, browser }) => {
      const { api, anna, neighbours } = world
      const session = await sessionOf(api, anna.id)
      const path = `/administration/accounts/${neighbours.shop}`
      const { page, context } = await visit(browser, world, path, { session })
      await page.getByRole('button', { name: 'View as observer' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'View' }).click()
      await page.getByText('You are viewing Piekarnia Pod Lipą as an observer. You cannot change anything.').waitFor()
      await page.goto(`${world.address}/services`)
      await page.getByRole('link', { name: 'Sklep 17' }).click()
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByText("You can view these settings, but you can't change them.").waitFor()
      await page.goto(`${world.address}/account?tab=security`)
      await page.getByRole('heading', { name: 'Allowed IP addresses' }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Change password' }).count(), 0)
      await page.getByRole('button', { name: 'Stop observing' }).click()
      await page.getByRole('heading', { name: 'Administration' }).waitFor()
      assert.equal(await page.getByText('as an observer. You cannot').count(), 0)
      await page.waitForLoadState('networkidle')
      const [left] = await api.owner.query(sql`select count(*)::int from session where observer_id = ${anna.id}`)
      assert.deepEqual(left, { count: 0 })
      const log = await api.owner.query(sql<{ operation: string }>`select operation from audit_record
where account_id = ${neighbours.shop} and actor_id = ${anna.id} and resource = 'session' order by sequence`)
      assert.deepEqual(
        log.map(({ operation }) => operation),
        ['observe_account', 'delete_session'],
      )
      await context.close()
    },
  ],
  [
    'administration: an observer sees the observed account, and their own again at the end',
    async ({ world, browser }) => {
      const { api, anna, neighbours } = world
      const session = await sessionOf(api, anna.id)
      const path = `/administration/accounts/${neighbours.shop}`
      const { page, context } = await visit(browser, world, path, { session })
      await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'View as observer' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'View' }).click()
      await page.getByText('You are viewing Piekarnia Pod Lipą').waitFor()
      await page.getByRole('status').getByText('Live', { exact: true }).first().waitFor()
      // Wait for the request that follows the opening of the stream: from then on, only the stream brings changes.
      await page.waitForTimeout(4000)
      await page.getByRole('link', { name: 'Services', exact: true }).click()
      await page.getByRole('searchbox').first().fill('Sklep 17')
      const row = page.getByRole('row').filter({ hasText: 'Sklep 17' })
      await row.waitFor()
      await api.owner.query(sql`insert into service_state (service_id, status, since)
select id, 'failure', now() from service where name = 'Sklep 17' on conflict (service_id) do update set status = 'failure'`)
      await row.getByText('Down').first().waitFor({ timeout: 8000 })
      await api.owner.query(sql`delete from session where observer_id = ${anna.id}`)
      // The live stream reports it; no click is needed.
      await page.getByText('You are viewing Piekarnia Pod Lipą').waitFor({ state: 'detached' })
      await page.getByRole('complementary').getByText('Sklepy Kowalska').waitFor()
      assert.equal(await row.count(), 0, 'nothing of the other account is left')
      await context.close()
    },
  ],
  [
    'administration: a package is created and reduced, as far as its limits are not used',
    async ({ world, browser }) => {
      const { api, neighbours } = world
      const session = await sessionOf(api, neighbours.adam, 'administrator')
      const { page, context } = await visit(browser, world, '/administration?tab=packages', { session })
      await page.getByRole('link', { name: 'New package' }).click()
      for (const name of ['Channels', 'Service types']) {
        const fields = page.getByRole('group', { name, exact: true })
        const names = await fields.locator('label', { has: page.getByRole('checkbox') }).allTextContents()
        assert.ok(names.length > 10, name)
        assert.deepEqual(names, names.toSorted(new Intl.Collator('en').compare), name)
      }
      await page.getByText('If a field is empty, the limit above applies.').waitFor()
      await page.getByLabel('Package name').fill('Nocny')
      await page.getByLabel('Services', { exact: true }).fill('dużo')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid]').waitFor()
      await page.getByLabel('Services', { exact: true }).fill('33')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Nocny' }).waitFor()
      const [made] = await api.owner.query(sql`select maximum_services from package where name = 'Nocny'`)
      assert.deepEqual(made, { maximum_services: 33 })
      await page.goto(`${world.address}/administration/packages/${neighbours.package}`)
      await page.getByLabel('Services', { exact: true }).fill('5')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid]').waitFor()
      const [kept] = await api.owner.query(sql`select maximum_services from package where id = ${neighbours.package}`)
      assert.deepEqual(kept, { maximum_services: 20 })
      await context.close()
    },
  ],
]
