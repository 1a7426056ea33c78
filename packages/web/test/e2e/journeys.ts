import assert from 'node:assert/strict'
import { addAccount, addPackage } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { sendQueuedMails } from '@wachta/testing/api/mailbox'
import { sql } from 'kysely'
import { password, sessionOf } from '../support/world.ts'
import { walk } from './refusals.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

export const journeys: readonly Story[] = [
  [
    'journey: a reseller opens an account for a customer and shares a group; the customer sees it and nothing to be refused',
    async ({ world, browser }) => {
      const { api, anna, watching } = world
      await sendQueuedMails(api.database)
      const reseller = await visit(browser, world, '/administration', { session: await sessionOf(api, anna.id) })
      await reseller.page.getByRole('button', { name: 'New sub-account' }).click()
      const dialog = reseller.page.getByRole('dialog')
      await dialog.getByLabel('Name', { exact: true }).fill('Cukiernia Malina')
      await dialog.getByLabel('E-mail address').fill('malina@example.com')
      await dialog.getByLabel('Username').fill('malina')
      await dialog.getByLabel('Package').selectOption({ label: 'Mały' })
      await dialog.getByRole('button', { name: 'Create account' }).click()
      await reseller.page.getByRole('heading', { name: 'Cukiernia Malina' }).waitFor()
      await reseller.page.getByRole('checkbox', { name: 'Poczta' }).click()
      await reseller.page.getByText('Poczta shared.').waitFor()
      await reseller.context.close()

      const [letter] = await sendQueuedMails(api.database)
      const link = new RegExp(`${world.address}/reset_password\\S*`).exec(letter?.text ?? '')?.[0] ?? ''
      const { page, context, complaints } = await visit(browser, world, new URL(link).pathname + new URL(link).search)
      await page.getByLabel('New password').fill(password)
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByRole('link', { name: 'Go to sign-in' }).click()
      await page.getByLabel('Username').fill('malina')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('link', { name: 'Poczta: SMTP' }).waitFor()
      const shared = watching.services.filter(({ name }) => name.startsWith('Poczta'))
      await page.getByText(`${shared.length} of ${shared.length}`).waitFor()
      await page.getByRole('link', { name: 'Poczta: SMTP' }).click()
      await page.getByText(/Down since/).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Check now' }).count(), 0)
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByText("You can view these settings, but you can't change them.").waitFor()
      assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
      assert.deepEqual(complaints, [])
      await context.close()

      const [{ id: malina = 0 } = {}] = await api.owner.query(
        sql<{ id: number }>`select id from account where username = 'malina'`,
      )
      const service = `/services/${shared[0]?.id}`
      const paths = ['/services', service, `${service}?tab=settings`]
      const open = () => sessionOf(api, malina)
      const walked = await walk(world, browser, { name: 'customer', open }, { paths })
      assert.deepEqual(walked.refused, [])
      assert.ok(walked.pressed > 0)
    },
  ],
  [
    'journey: an administrator changes what a package allows; who is over it is told at the field',
    async ({ world, browser }) => {
      const { api, neighbours } = world
      const packageId = await addPackage(api.owner, { name: 'Wędrowny', services: 5, interval: 60, offered: false })
      const account = await addAccount(api.owner, { name: 'Hotel', packageId })
      const session = await sessionOf(api, account)
      const service = await createTestService(api, `Bearer ${session.token}`, { name: 'Rezerwacje', interval: 300 })
      const holder = await visit(browser, world, `/services/${service}?tab=settings`, { session })
      await holder.page.getByLabel('Interval').waitFor()

      const { page, context } = await visit(browser, world, '/administration?tab=packages', {
        session: await sessionOf(api, neighbours.adam, 'administrator'),
      })
      await page.getByRole('link', { name: 'Wędrowny' }).click()
      await page.getByLabel('Shortest interval (s)', { exact: true }).fill('120')
      await page.getByLabel('Services', { exact: true }).fill('1')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Package saved.').waitFor()
      await context.close()

      const interval = holder.page.getByLabel('Interval')
      await interval.fill('60')
      await holder.page.getByRole('button', { name: 'Save' }).click()
      await holder.page.locator('[aria-invalid=true]').waitFor()
      assert.equal(await interval.getAttribute('aria-invalid'), 'true')
      assert.match((await holder.page.locator('[id$="-error"]').textContent()) ?? '', /120/)
      await interval.fill('120')
      await holder.page.getByRole('button', { name: 'Save' }).click()
      await holder.page.getByText('Settings saved.').waitFor()
      const [stored] = await api.owner.query(sql`select interval from service where id = ${service}`)
      assert.deepEqual(stored, { interval: 120 })
      await holder.page.goto(`${world.address}/services/new`)
      await holder.page.getByText('You have reached the limit of your package: 1 service.').waitFor()
      await holder.context.close()
    },
  ],
]
