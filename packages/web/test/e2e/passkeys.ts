import assert from 'node:assert/strict'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { addAccount } from '@wachta/testing/api/accounts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { addAuthenticator } from '../support/virtual-authenticator.ts'
import { password, sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { there, visit } from './visit.ts'

const security = '/account?tab=security'

/** Adds a user who has only a password. */
async function addUser({ api }: World, username: string, parent?: number) {
  const passwordHash = await hashPassword(password)
  const id = await addAccount(api.owner, { username, passwordHash, ...(parent !== undefined && { parent }) })
  return { id, username }
}

/** Adds a passkey on the security page, and dismisses the recovery codes that come with the first one. */
async function add(page: Page, name: string, isFirst = true): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  if (isFirst) {
    await there(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'), 10)
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
  }
  await page.getByText('Passkey added.').first().waitFor()
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You have signed out.').waitFor()
}

const enterPassword = async (page: Page, username: string) => {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

/** Waits for the page from before the sign-in, to which signing in returns. */
const inside = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).waitFor()

/**
 * Simulates a browser that suggests no passkeys: a virtual authenticator would answer a suggestion immediately, and
 * the sign-in page would never be visible.
 */
async function withoutSuggestions(page: Page): Promise<void> {
  const switchOff = () => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  }
  await page.addInitScript(switchOff)
  await page.evaluate(switchOff)
}

/** Opens the security page of a new user with one passkey. */
async function withOnePasskey({ world, browser }: Parameters<Story[1]>[0], username: string, suggests = false) {
  const user = await addUser(world, username)
  const opened = await visit(browser, world, security, { session: await sessionOf(world.api, user.id) })
  const authenticator = await addAuthenticator(opened.page)
  if (!suggests) await withoutSuggestions(opened.page)
  await add(opened.page, 'Laptop')
  return { ...opened, ...user, authenticator }
}

export const passkeyStories: readonly Story[] = [
  [
    'passkeys: one is added, named and renamed; it signs in without user name and password',
    async (stage) => {
      const { page, context, complaints } = await withOnePasskey(stage, 'keyholder')
      await page.getByText('You have one passkey: add another').waitFor()
      await page.getByRole('button', { name: 'Rename Laptop' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
      const list = page.getByRole('list', { name: 'Passkeys' })
      await list.getByText('Work laptop').waitFor()
      await signOut(page)
      await withPasskey(page)
      await inside(page)
      await list.getByText(/last used/).waitFor()
      assert.deepEqual(complaints, [])
      await context.close()
    },
  ],
  [
    'passkeys: the browser suggests one at the user name',
    async (stage) => {
      const { page, context, id } = await withOnePasskey(stage, 'suggested', true)
      // The previous page shows the same list, so wait for the response first.
      const signedIn = page.waitForResponse(/\/v3\/sessions\/passkey$/)
      await page.getByRole('button', { name: 'Sign out' }).click()
      assert.ok((await signedIn).ok())
      await page
        .getByText('No services yet')
        .or(page.getByRole('list', { name: 'Passkeys' }))
        .first()
        .waitFor()
      const sessions = await stage.world.api.owner.query(sql`select from session where account_id = ${id}`)
      assert.equal(sessions.length, 1, 'the first session ended with signing out')
      await context.close()
    },
  ],
  [
    'passkeys: an answer that was sent once is refused the second time',
    async (stage) => {
      const { page, context } = await withOnePasskey(stage, 'replayed')
      await signOut(page)
      const sent = page.waitForRequest(/\/v3\/sessions\/passkey$/)
      await withPasskey(page)
      const body = (await sent).postData()
      await inside(page)
      const replayed = await page.evaluate(async (body) => {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch('/v3/sessions/passkey', { method: 'POST', headers, body })
        return [response.status, (await response.json())[0].error]
      }, body)
      assert.deepEqual(replayed, [422, 'passkey_challenge_expired'])
      await context.close()
    },
  ],
  [
    'passkeys: a copy whose counter went back is refused, and its holder is warned',
    async (stage) => {
      const { page, context, authenticator, id } = await withOnePasskey(stage, 'copied')
      await signOut(page)
      await withPasskey(page)
      await inside(page)
      await signOut(page)
      await authenticator.setCounter(0)
      await withPasskey(page)
      await page.getByText('This passkey may have been copied').waitFor()
      await context.close()
      const session = await sessionOf(stage.world.api, id)
      const again = await visit(stage.browser, stage.world, security, { session })
      await again.page.getByText('The passkey “Laptop” may have been copied').waitFor()
      await stage.world.api.security.flush()
      await again.page.reload()
      await again.page.getByRole('cell', { name: 'Passkey may have been copied' }).waitFor()
      await again.context.close()
    },
  ],
  [
    'passkeys: a page at another origin gets an answer that is refused',
    async (stage) => {
      const { page, context } = await withOnePasskey(stage, 'phished')
      await signOut(page)
      await using elsewhere = await serveElsewhere(stage.world.address)
      await page.goto(`${elsewhere.address}/sign-in`)
      await page.getByLabel('Username').waitFor()
      await withPasskey(page)
      await page.getByText('The passkey was not accepted.').waitFor()
      await context.close()
    },
  ],
  [
    'passkeys: after the password one is the second factor, and without a finger it is not',
    async (stage) => {
      const { page, context, authenticator, username } = await withOnePasskey(stage, 'twofold')
      await signOut(page)
      await enterPassword(page, username)
      await page.getByRole('heading', { name: 'Second factor' }).waitFor()
      await authenticator.verify(false)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByText('The passkey was not used').waitFor()
      await authenticator.verify(true)
      await page.getByRole('button', { name: 'Use a passkey' }).click()
      await inside(page)
      await context.close()
    },
  ],
  [
    'passkeys: one confirms a change of who gets in, and the last one stays',
    async (stage) => {
      const { page, context, id } = await withOnePasskey(stage, 'confirmer')
      const forget = () =>
        stage.world.api.owner.query(sql`update session set stepped_up_at = null where account_id = ${id}`)
      await forget()
      await page.getByRole('button', { name: 'Revoke Laptop' }).click()
      await page.getByRole('dialog', { name: 'Revoke “Laptop”?' }).getByRole('button', { name: 'Revoke' }).click()
      const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
      await confirm.getByRole('button', { name: 'Use a passkey' }).click()
      await page.getByText('This is the only second factor of the account.').first().waitFor()
      await there(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem'), 1)
      await context.close()
    },
  ],
  [
    'passkeys: where the account requires one, a user without can only add it',
    async (stage) => {
      const { world, browser } = stage
      const { page: chief, context: first, id } = await withOnePasskey(stage, 'strict')
      await chief.getByLabel('Editor').check()
      const form = chief.getByRole('region', { name: 'Required passkeys' })
      await form.getByRole('button', { name: 'Save' }).click()
      await chief.getByText('Requirement saved.').waitFor()
      await first.close()
      const { username } = await addUser(world, 'colleague', id)
      const { page, context } = await visit(browser, world, '/services')
      await addAuthenticator(page)
      await enterPassword(page, username)
      await page.getByText('This account requires a passkey. Add one to continue.').waitFor()
      await add(page, 'Phone')
      await page.getByText('No services yet').waitFor()
      await context.close()
    },
  ],
]

/** Serves the same installation on another port of this machine: the same site, but another origin. */
async function serveElsewhere(target: string): Promise<AsyncDisposable & { readonly address: string }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const onward = forward(new URL(url ?? '/', target), { method: method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
