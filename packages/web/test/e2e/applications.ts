import assert from 'node:assert/strict'
import { hashPassword } from '@wachta/api/src/platform/authentication/passwords.ts'
import { addAccount } from '@wachta/testing/api/accounts'
import * as client from 'openid-client'
import { password, sessionOf, type World } from '../support/world.ts'
import type { Story } from './run.ts'
import { visit } from './visit.ts'

/** Registers a third-party application; returns its configuration for a client library. */
async function connectTo({ api, address }: World, as: string) {
  const redirectUri = `${address}/v3/public/doc/`
  const body = {
    name: 'Wall display',
    kind: 'public',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    scopes: ['services:read', 'contacts:write', 'offline_access'],
  }
  const made = await api.call('POST', '/applications', { as, body })
  assert.equal(made.status, 201, made.text)
  const config = await client.discovery(new URL(`${address}/oauth`), made.body.client_id, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  })
  return { config, redirectUri }
}

async function addPerson({ api }: World, username: string) {
  const id = await addAccount(api.owner, { username, passwordHash: await hashPassword(password) })
  const session = await sessionOf(api, id)
  return { id, session, as: `Bearer ${session.token}` }
}

export const applicationStories: readonly Story[] = [
  [
    'applications: a user signs in, grants some of the requested scopes, and revokes them',
    async ({ world, browser }) => {
      const person = await addPerson(world, 'consenter')
      const { config, redirectUri } = await connectTo(world, person.as)
      const verifier = client.randomPKCECodeVerifier()
      const state = client.randomState()
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'services:read contacts:write offline_access',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      })
      const { page, context } = await visit(browser, world, `${url.pathname}${url.search}`)
      await page.getByLabel('Username').fill('consenter')
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Allow “Wall display” to use your account?' }).waitFor()
      await page.getByText(new URL(world.address).host).waitFor()
      await page.getByLabel('Contacts: read and change').uncheck()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.waitForURL(`${redirectUri}?**`)
      const back = new URL(page.url())
      const tokens = await client.authorizationCodeGrant(config, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      })
      assert.equal(tokens.scope, 'services:read offline_access')
      const list = (path: string) => world.api.call('GET', path, { as: `Bearer ${tokens.access_token}` })
      assert.deepEqual([(await list('/services')).status, (await list('/contacts')).status], [200, 403])

      await page.goto(`${world.address}/account?tab=security`)
      await page.getByText('1 application has access to your account.').waitFor()
      await page.getByRole('link', { name: 'Manage applications' }).click()
      await page.getByRole('button', { name: 'Revoke access' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
      await page.getByText('No application has access').waitFor()
      assert.equal((await list('/services')).status, 401)
      await context.close()
    },
  ],
  [
    'applications: a device is connected by its code, with a warning, or denied',
    async ({ world, browser }) => {
      const person = await addPerson(world, 'connector')
      const { config } = await connectTo(world, person.as)
      const start = () => client.initiateDeviceAuthorization(config, { scope: 'services:read' })
      const device = await start()
      const { page, context } = await visit(browser, world, '/device', { session: person.session })
      await page.getByLabel('Code').fill('WRNG-CODE')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('This code does not exist.').waitFor()
      await page.getByLabel('Code').fill(device.user_code.toLowerCase())
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('If someone sent you the code').waitFor()
      await page.getByRole('button', { name: 'Allow', exact: true }).click()
      await page.getByRole('heading', { name: 'Device connected' }).waitFor()
      const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 })
      assert.equal(tokens.scope, 'services:read')

      const denied = await start()
      await page.goto(denied.verification_uri_complete ?? '')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Deny' }).click()
      await page.getByRole('heading', { name: 'Access denied' }).waitFor()
      await assert.rejects(client.pollDeviceAuthorizationGrant(config, { ...denied, interval: 1 }), {
        error: 'access_denied',
      })
      await context.close()
    },
  ],
  [
    'applications: a registered application shows its secret once',
    async ({ world, browser }) => {
      const { session } = await addPerson(world, 'developer')
      const { page, context } = await visit(browser, world, '/account?tab=applications', { session })
      await page.getByRole('button', { name: 'Register application' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Dashboard')
      await dialog.getByLabel('Redirect URIs').fill('ftp://example.com')
      await dialog.getByRole('button', { name: 'Register application' }).click()
      await dialog.getByText('A redirect URI must begin with https://').waitFor()
      await dialog.getByLabel('Redirect URIs').fill('https://dashboard.example.com/callback')
      await dialog.getByRole('button', { name: 'Register application' }).click()
      await page.getByText(/^wac_[0-9A-Za-z]{36}$/).waitFor()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText('https://dashboard.example.com/callback').waitFor()
      assert.equal(await page.getByText(/wac_/).count(), 0)
      await context.close()
    },
  ],
]
