import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { addAccount } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { password, sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

export const accountStories: readonly Story[] = [
  [
    'account: a change of who gets in asks for the password first',
    async ({ world, browser }) => {
      const { api } = world
      const passwordHash = await hashPassword(password)
      const id = await addAccount(api.owner, { username: 'prover', passwordHash })
      const session = await sessionOf(api, id)
      await api.owner.query(sql`update session set stepped_up_at = null where account_id = ${id}`)
      const { page, context } = await visit(browser, world, '/account', { session })
      const address = page.getByLabel('E-mail address')
      await address.fill('proved@example.com')
      await page.getByRole('button', { name: 'Save' }).click()
      const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
      await dialog.getByLabel('Current password').fill('not the right one')
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await dialog.locator('[aria-invalid=true]').waitFor()
      await dialog.getByLabel('Current password').fill(password)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('We have sent a link to proved@example.com').waitFor()
      await dialog.waitFor({ state: 'detached' })

      await api.owner.query(sql`update session set stepped_up_at = null where account_id = ${id}`)
      await page.getByRole('button', { name: 'Close account…' }).first().click()
      const closing = page.getByRole('dialog', { name: /Close/ })
      await closing.getByRole('button', { name: 'Close account' }).click()
      await dialog.getByLabel('Current password').fill(password)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
      await page.waitForURL(/\/sign-in/)
      await context.close()
    },
  ],
  [
    'account: the password is changed only with the current one, even right after signing in',
    async ({ world, browser }) => {
      const { api } = world
      const id = await addAccount(api.owner, { username: 'changer', passwordHash: await hashPassword(password) })
      const { page, context } = await visit(browser, world, '/account?tab=security', {
        session: await sessionOf(api, id),
      })
      const form = page.getByRole('region', { name: 'Password' })
      await form.getByLabel('New password').fill('dwadzieścia bocianów nad rzeką')
      await form.getByRole('button', { name: 'Change password' }).click()
      await form.getByText('Enter your password.').waitFor()
      await form.getByLabel('Current password').fill('not the right one')
      await form.getByRole('button', { name: 'Change password' }).click()
      await form.getByText('The password is wrong.').waitFor()
      await form.getByLabel('Current password').fill(password)
      await form.getByRole('button', { name: 'Change password' }).click()
      await page.waitForURL(/\/sign-in/)
      await context.close()
    },
  ],
  [
    'account: what it holds is taken along, and its configuration makes the same elsewhere',
    async ({ world, browser }) => {
      const { api } = world
      const [here, elsewhere] = [await addAccount(api.owner), await addAccount(api.owner)]
      const session = await sessionOf(api, here)
      const as = `Bearer ${session.token}`
      const group_id = (await api.call('POST', '/groups', { as, body: { name: 'Witryny' } })).body.id
      await createTestService(api, as, { name: 'Sklep', group_id })
      await createTestService(api, as, { name: 'Blog' })
      const { page, context, complaints } = await visit(browser, world, '/account', { session })
      const byHand = await download(page, 'Export configuration')
      assert.equal(byHand.name, 'wachta.json')
      const body = JSON.parse(byHand.content.toString())
      await page.getByLabel('Include records not created with wachta apply').uncheck()
      const applied = JSON.parse((await download(page, 'Export configuration')).content.toString())
      assert.deepEqual([applied.groups, applied.services], [[], []], 'nothing of it was made by a file')

      const newcomer = `Bearer ${(await sessionOf(api, elsewhere)).token}`
      const reply = await api.call('POST', '/apply', { as: newcomer, body: { ...body, dry_run: false } })
      assert.equal(reply.status, 200, reply.text)
      const path = '/services?sort=name&fields=name&embed=group.name'
      const { body: made } = await api.call('GET', path, { as: newcomer })
      assert.deepEqual(
        made.map(({ name }: { name: string }) => name),
        ['Blog', 'Sklep'],
      )
      assert.equal(made[1].group.name, 'Witryny')

      const everything = await download(page, 'Export all data')
      assert.equal(everything.name, `account-${here}.zip`)
      assert.equal(everything.content.subarray(0, 2).toString(), 'PK')
      for (const name of ['account.json', 'service.json', 'contact.json'])
        assert.ok(everything.content.includes(name), name)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'account: the profile is saved, and a fault stands at its field',
    async ({ world, browser }) => {
      const { api } = world
      const id = await addAccount(api.owner, { name: 'Profil' })
      const { page, context } = await visit(browser, world, '/account', { session: await sessionOf(api, id) })
      await page.getByLabel('E-mail address').fill('not an address')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('[aria-invalid][name=email_address]').waitFor()
      await page.getByLabel('E-mail address').fill('new@example.com')
      await page.getByLabel('Contact person').fill('Ewa')
      await page.getByLabel('Time zone').fill('Lisbon')
      await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Profile saved.').waitFor()
      const [saved] = await api.owner.query(
        sql`select pending_email_address, contact_person, time_zone_id from account where id = ${id}`,
      )
      assert.deepEqual(saved, {
        pending_email_address: 'new@example.com',
        contact_person: 'Ewa',
        time_zone_id: 'europe_lisbon',
      })
      await context.close()
    },
  ],
  [
    'account: a second factor is set up by the key, and recovery codes are shown once',
    async ({ world, browser }) => {
      const { api } = world
      const id = await addAccount(api.owner, { name: 'Dwa składniki' })
      const session = await sessionOf(api, id)
      const { page, context } = await visit(browser, world, '/account?tab=security', { session })
      await page.getByRole('button', { name: 'Set up' }).click()
      await page.getByRole('img', { name: /QR code/ }).waitFor()
      const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await page.getByRole('button', { name: 'Enable' }).click()
      await page.locator('[aria-invalid][name=code]').waitFor()
      await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }))
      await page.getByRole('button', { name: 'Enable' }).click()
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
      await there(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'), 10)
      await page.getByRole('button', { name: 'I have saved them' }).click()
      await page.getByText('Enabled', { exact: true }).waitFor()
      const [row] = await api.owner.query(
        sql`select totp_secret is not null as has from credential where account_id = ${id}`,
      )
      assert.deepEqual(row, { has: true })
      await context.close()
    },
  ],
  [
    'account: a user is invited, given another role and deleted; a signing key is shown once',
    async ({ world, browser }) => {
      const { api } = world
      const id = await addAccount(api.owner, { name: 'Zespół' })
      const session = await sessionOf(api, id)
      const { page, context } = await visit(browser, world, '/account?tab=users', { session })
      await page.getByRole('button', { name: 'Invite' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('E-mail address').fill('olga@example.com')
      await dialog.getByLabel('Full name').fill('Olga')
      await dialog.getByLabel('Role').selectOption('Operator')
      await dialog.getByText('acknowledges incidents').waitFor()
      await dialog.getByRole('button', { name: 'Invite' }).click()
      const row = page.getByRole('listitem').filter({ hasText: 'Olga' })
      await row.getByText('Operator').waitFor()
      const users = () =>
        api.owner.query(sql`select username, role, is_activated from account where parent_account_id = ${id}`)
      assert.deepEqual(await users(), [{ username: 'olga@example.com', role: 'operator', is_activated: false }])
      await row.getByRole('button', { name: 'Send invitation again' }).click()
      await page.getByText('Invitation sent to Olga again.').waitFor()
      await row.getByRole('button', { name: 'Change role' }).click()
      await dialog.getByLabel('Role').selectOption('Viewer')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await row.getByText('Viewer').waitFor()
      assert.deepEqual(await users(), [{ username: 'olga@example.com', role: 'viewer', is_activated: false }])
      await row.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No other users').waitFor()
      assert.deepEqual(await users(), [])
      await page.getByRole('tab', { name: 'Signing keys' }).click()
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('Copy the key now').waitFor()
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('You can have at most two keys').waitFor()
      const [keys] = await api.owner.query(sql`select count(*)::int from signing_key where account_id = ${id}`)
      assert.deepEqual(keys, { count: 2 })
      await page.reload()
      await page.getByText('You can have at most two keys').waitFor()
      assert.equal(await page.locator('code').count(), 0)
      await context.close()
    },
  ],
  [
    'account: an API key is created for some groups, shown once, used and revoked',
    async ({ world, browser }) => {
      const { api } = world
      const id = await addAccount(api.owner, { name: 'Skrypty' })
      const session = await sessionOf(api, id)
      const as = `Bearer ${session.token}`
      const group_id = (await api.call('POST', '/groups', { as, body: { name: 'Witryny' } })).body.id
      const service = await createTestService(api, as, { name: 'Sklep', group_id })
      await createTestService(api, as, { name: 'Blog' })
      const { page, context, complaints } = await visit(browser, world, '/account?tab=api-keys', { session })
      await page.getByText('No API keys yet').waitFor()
      await page.getByRole('button', { name: 'Create API key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create API key' }).click()
      await dialog.locator('[aria-invalid]').first().waitFor()
      await dialog.getByLabel('Name').fill('Wdrożenia')
      await dialog.getByLabel('Services', { exact: false }).first().selectOption('write')
      await dialog.getByLabel('Contacts', { exact: false }).first().selectOption('read')
      await dialog.getByPlaceholder('All groups').fill('Witr')
      await page.getByRole('option', { name: 'Witryny' }).click()
      assert.ok(await dialog.getByLabel('Contacts', { exact: false }).first().isDisabled(), 'beyond the groups')
      await dialog.getByRole('button', { name: 'Create API key' }).click()
      await page.getByText('You will not see it again').waitFor()
      const key = (await page.getByRole('dialog').locator('code').first().textContent()) ?? ''
      assert.match(key, /^wak_[0-9A-Za-z]{36}$/)
      await page.getByText(`/v3/services`).waitFor()
      const seen = await api.call('GET', '/services', { as: `Bearer ${key}` })
      assert.deepEqual(
        seen.body.map((one: { id: number }) => one.id),
        [service],
      )
      await page.getByRole('button', { name: 'Done' }).click()
      await page.reload()
      const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'Wdrożenia' })
      await row.getByText('Read and change: Services').waitFor()
      await row.getByText('Only: Witryny').waitFor()
      await row.getByText(/Last used/).waitFor()
      assert.ok(!(await page.content()).includes(key), 'it is nowhere any more')
      await row.getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('No active API keys').waitFor()
      assert.equal((await api.call('GET', '/services', { as: `Bearer ${key}` })).status, 401)
      await page.getByLabel('Show revoked and expired keys').check()
      await page.getByText(/^Revoked /).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'audit: an entry tells who, what, before and after, and is found by who and by words',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const [service] = world.watching.services
      const as = `Bearer ${session.token}`
      const reply = await world.api.call('PUT', `/services/${service?.id}`, { as, body: { description: 'Nowy opis' } })
      assert.ok(reply.status < 300, reply.text)
      const { page, context } = await visit(browser, world, '/audit', { session })
      const described = page.getByRole('listitem').filter({ hasText: 'changed the description of' }).first()
      assert.equal(await described.getByRole('link').getAttribute('href'), `/services/${service?.id}`)
      await page.getByLabel('User').selectOption({ label: 'Jan Wiśniewski' })
      const entry = page.getByRole('button', {
        name: 'Jan Wiśniewski changed the address and interval of a deleted service',
      })
      await entry.click()
      const row = page.getByRole('row', { name: /^interval/ })
      assert.deepEqual(await row.getByRole('cell').allTextContents(), ['300', '60'])
      await page.getByRole('searchbox').fill('contact')
      await page.getByText('No results').waitFor()
      await page.getByLabel('User').selectOption({ label: 'All users' })
      await page.getByRole('button', { name: 'Sklepy Kowalska created contact Marek Zieliński' }).waitFor()
      await context.close()
    },
  ],
  [
    'errors: a failed check leads to its entry, and the dictionary is searched by code and words',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/errors', { session })
      await page.getByRole('searchbox').fill('401')
      await page.locator('a[data-primary]').first().click()
      await page.getByRole('heading', { name: 'Likely cause' }).waitFor()
      assert.match(page.url(), /\/errors\/401$/)
      const { body } = await world.api.call('GET', '/error_types/401', { headers: { 'accept-language': 'en' } })
      await page.getByRole('heading', { name: body.name, level: 1 }).waitFor()
      await page.getByText(body.diagnosis).waitFor()
      await context.close()
    },
  ],
]

/** Clicks a button and returns the downloaded file. */
async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await started
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}
