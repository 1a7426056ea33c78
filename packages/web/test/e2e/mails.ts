import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi } from '@wachta/testing/api/start-api'
import { findFreePort } from '@wachta/testing/free-port'
import { startProcess } from '@wachta/testing/processes/start-process'
import { type Smtp, startSmtp } from '@wachta/testing/smtp'
import type { Page } from 'playwright-core'
import { password } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

const another = 'pięć bocianów na kominie'

/** With the real process that sends mails, and a real mail server. */
export const mailStories: readonly Story[] = [
  [
    'mails: who registers by the interface alone is led into the app, in, and in again with a new password',
    async ({ browser }) => {
      await using office = await startOffice()
      await register(office.address, { username: 'halina' })
      const { page, context, complaints } = await visit(browser, office, placeIn(await office.letter(0), office))
      assert.equal(new URL(page.url()).pathname, '/activate')
      await page.getByText('the account is active').waitFor()
      await page.getByRole('link', { name: 'Go to sign-in' }).click()
      await signIn(page, 'halina', password)
      await page.getByRole('button', { name: 'Sign out' }).click()

      await page.goto(`${office.address}/forgotten-password`)
      await page.getByLabel('Username').fill('halina')
      await page.getByRole('button', { name: 'Send link' }).click()
      await page.getByText('we have sent an e-mail with a link').waitFor()
      await page.goto(office.address + placeIn(await office.letter(1), office))
      await page.getByLabel('New password').fill(another)
      await page.getByRole('button', { name: 'Set password' }).click()
      await page.getByRole('link', { name: 'Go to sign-in' }).click()
      await signIn(page, 'halina', another)
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'mails: who is to be led on to another page is, by the interface',
    async ({ browser }) => {
      await using office = await startOffice()
      const redirect_uri = `${office.address}/sign-in?from=letter`
      await register(office.address, { username: 'jadwiga', redirect_uri })
      const { page, context } = await visit(browser, office, placeIn(await office.letter(0), office))
      await page.waitForURL(redirect_uri)
      await signIn(page, 'jadwiga', password)
      await context.close()
    },
  ],
]

interface MailServer extends AsyncDisposable {
  readonly address: string
  letter(index: number): Promise<string>
}

/** Starts the API as an operator runs it, with its mailbox. */
async function startOffice(): Promise<MailServer> {
  await using started = new AsyncDisposableStack()
  const api = started.use(await startApi())
  await addPackage(api.owner, {})
  const smtp: Smtp = started.use(await startSmtp())
  const folder = await mkdtemp(join(tmpdir(), 'wachta-letters-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const process = started.use(
    startProcess('api', {
      DATABASE_URL: api.test.url,
      DATABASE_CONNECTIONS: '5',
      SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      OBJECTS_URL: `file://${folder}`,
      PUBLIC_URL: address,
      HTTP_PORT: String(port),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Wachta <duty@wachta.test>',
    }),
  )
  for (let tries = 0; !(await fetch(address).catch(() => undefined))?.ok; tries += 1) {
    assert.ok(tries < 300, `the app did not come\n${process.log()}`)
    await wait(100)
  }
  const parts = started.move()
  return {
    address,
    letter: async (index) => (await smtp.message(index)).email.text ?? '',
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

async function register(address: string, data: { username: string; redirect_uri?: string }): Promise<void> {
  const user_data = { email_address: `${data.username}@example.com` }
  const reply = await fetch(`${address}/v3/accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Kwiaciarnia', password, language_id: 'en', user_data, ...data }),
  })
  assert.equal(reply.status, 201, await reply.text())
}

/** The path of the link in a mail, which must lead to this installation. */
function placeIn(letter: string, { address }: MailServer): string {
  const link = new URL(/^https?:\/\/\S+token=\S+$/m.exec(letter)?.[0] ?? 'none:')
  assert.equal(link.origin, address)
  return link.pathname + link.search
}

async function signIn(page: Page, username: string, secret: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('No services yet').waitFor()
}
