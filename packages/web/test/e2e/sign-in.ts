import assert from 'node:assert/strict'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { addAccount, openSession } from '@wachta/testing/api/accounts'
import { findToken, sendQueuedMails } from '@wachta/testing/api/mailbox'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { password, sessionOf } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

const enter = async (page: Page, username: string, secret = password) => {
  await page.getByLabel(/Username|Nazwa użytkownika/).fill(username)
  await page.getByLabel(/Password|Hasło/).fill(secret)
  await page.getByRole('button', { name: /^(Sign in|Zaloguj się)$/ }).click()
}

export const signInStories: readonly Story[] = [
  [
    "sign-in: a wrong password is refused in the reader's language, the right one leads to where one wanted to go",
    async ({ world, browser }) => {
      const { page, context } = await visit(browser, world, '/services?state=failure', { language: 'pl' })
      await page.waitForURL(/\/sign-in\?to=/)
      await enter(page, '', '')
      await page.getByText('Podaj nazwę użytkownika.').waitFor()
      await page.getByText('Podaj hasło.').waitFor()
      await enter(page, 'anna', 'psst')
      await page.getByText('Nieprawidłowa nazwa użytkownika lub hasło.').waitFor()
      await enter(page, 'anna', 'nie to hasło wcale')
      await page.getByRole('alert').getByText('Nieprawidłowa nazwa użytkownika lub hasło.').waitFor()
      await enter(page, 'anna')
      await page.waitForURL(/\/services\?state=failure/)
      await page.getByRole('link', { name: 'Poczta: SMTP' }).waitFor()
      const kept = await page.evaluate(() => [JSON.stringify(localStorage), document.cookie])
      assert.doesNotMatch(String(kept), /token/, 'the token lies neither on the disk nor in a cookie')
      await page.getByRole('button', { name: 'Wyloguj' }).click()
      await page.getByText('Wylogowano.').waitFor()
      await context.close()
    },
  ],
  [
    'sign-in: a one-time code is asked for where the account has one',
    async ({ world, browser }) => {
      const { api } = world
      const id = await addAccount(api.owner, { username: 'careful', passwordHash: await hashPassword(password) })
      const as = await openSession(api.owner, id)
      const { key } = (await api.call('POST', '/accounts/my_account/2fa/setup', { as })).body
      const codeAt = (time: number) => generateSync({ secret: key, epoch: Math.floor(time / 1000) })
      await api.call('POST', `/accounts/${id}/2fa/verify`, { as, body: { code: codeAt(Date.now() - 30_000) } })
      const { page, context } = await visit(browser, world, '/')
      await enter(page, 'careful')
      await page.getByRole('heading', { name: 'Second factor' }).waitFor()
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.locator('[aria-invalid], [role=alert] p').first().waitFor()
      await page.getByLabel('Code').fill(codeAt(Date.now()))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.getByText('No services yet').waitFor()
      await context.close()
    },
  ],
  [
    'sign-in: an account is opened, activated by its letter, and used',
    async ({ world, browser }) => {
      const { page, context } = await visit(browser, world, '/register')
      await page.getByLabel('Account name').fill('Kwiaciarnia')
      await page.getByLabel('E-mail address').fill('not an address')
      await page.getByLabel('Username').fill('kwiaty')
      await page.getByLabel('Password').fill('aaaaaa')
      await page.getByRole('button', { name: 'Create account' }).click()
      const address = page.getByLabel('E-mail address')
      await page.locator('[aria-invalid=true]').first().waitFor()
      assert.equal(await address.getAttribute('aria-invalid'), 'true', 'the fault is at its field')
      assert.equal(await page.getByLabel('Username').getAttribute('aria-invalid'), null)
      await address.fill('kwiaty@example.com')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
      // Earlier stories may have left mails in the queue.
      const mail = (await sendQueuedMails(world.api.database)).find(({ to }) => to === 'kwiaty@example.com')
      const link = new RegExp(`${world.address}/activate\\S*`).exec(mail?.text ?? '')?.[0]
      assert.ok(link)
      await page.goto(link)
      await page.getByText('the account is active').waitFor()
      await page.getByRole('link', { name: 'Go to sign-in' }).click()
      await enter(page, 'kwiaty')
      await page.getByText('No services yet').waitFor()
      await context.close()
    },
  ],
  [
    'sign-in: a forgotten password is replaced through the letter',
    async ({ world, browser }) => {
      const { api } = world
      const id = await addAccount(api.owner, { username: 'forgetful', passwordHash: await hashPassword(password) })
      const { page, context } = await visit(browser, world, '/forgotten-password')
      await page.getByLabel('Username').fill('forgetful')
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('we have sent an e-mail with a link').waitFor()
      const [letter] = await sendQueuedMails(api.database)
      assert.ok(letter)
      await page.goto(`${world.address}/reset_password?token=${findToken(letter)}&account_id=${id}`)
      await page.getByLabel('New password').fill('aaaaaa')
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.locator('[aria-invalid=true]').waitFor()
      await page.getByLabel('New password').fill('pięć bocianów na kominie')
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByRole('link', { name: 'Go to sign-in' }).click()
      await enter(page, 'forgetful', 'pięć bocianów na kominie')
      await page.getByText('No services yet').waitFor()
      await context.close()
    },
  ],
  [
    'session: one that was ended elsewhere is over here too, with a word',
    async ({ world, browser }) => {
      const session = await sessionOf(world.api, world.anna.id)
      const { page, context } = await visit(browser, world, '/sensors', { session })
      await page.getByText('Frankfurt am Main').waitFor()
      await world.api.owner.query(sql`delete from session where id = ${session.id}`)
      // No click is needed: the stream ends with the session.
      await page.getByText('Your session has expired').waitFor()
      await enter(page, 'anna')
      await page.waitForURL(/\/sensors$/)
      await context.close()
    },
  ],
  [
    'session: another tab is signed in without asking, and out with this one',
    async ({ world, browser }) => {
      const { page, context } = await visit(browser, world, '/sensors', {
        session: await sessionOf(world.api, world.anna.id),
      })
      await page.getByText('Frankfurt am Main').waitFor()
      const other = await context.newPage()
      await other.addInitScript(() => sessionStorage.setItem('wachta.session', 'null'))
      await other.goto(`${world.address}/sensors`)
      await other.getByText('Frankfurt am Main').waitFor()
      await other.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('You have signed out.').waitFor()
      await context.close()
    },
  ],
]
