import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { authorize, startOAuthApi } from '@wachta/testing/api/oauth'
import { type Installation, startInstallation } from './support/installation.ts'

let installation: Installation

before(async () => {
  installation = await startInstallation()
})
after(() => installation[Symbol.asyncDispose]())

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })

const post = (authorization?: string): Promise<Response> =>
  fetch(installation.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(authorization !== undefined && { authorization }),
    },
    body: list,
  })

const readingScopes = ['services:read', 'incidents:read', 'maintenance:read', 'sensors:read']
const metadata = 'https://wachta.test/.well-known/oauth-protected-resource/mcp'

test('a client without credentials is led to the metadata, which names the authorization server', async () => {
  const response = await post()
  assert.equal(response.status, 401)
  assert.equal(response.headers.get('www-authenticate'), `Bearer resource_metadata="${metadata}"`)
  const described = await fetch(new URL(new URL(metadata).pathname, installation.url))
  assert.equal(described.headers.get('access-control-allow-origin'), '*')
  assert.deepEqual(await described.json(), {
    resource: 'https://wachta.test/mcp',
    resource_name: 'Wachta',
    authorization_servers: ['https://wachta.test/oauth'],
    scopes_supported: readingScopes,
    bearer_methods_supported: ['header'],
  })
})

test('wrong, mistyped and revoked keys are told apart, and are led to the metadata too', async () => {
  const { service } = installation
  const revoked = await installation.key(['services:read'])
  assert.equal((await post(`Bearer ${revoked}`)).status, 200)
  const as = `Bearer ${service.token}`
  const keys = await service.api.call('GET', '/api_keys?sort=-id&limit=1', { as })
  await service.api.call('POST', `/api_keys/${keys.body[0].id}/revoke`, { as })
  for (const [token, symbol] of [
    [`${revoked.slice(0, -1)}${revoked.endsWith('0') ? '1' : '0'}`, 'api_key_mistyped'],
    [revoked, 'api_key_revoked'],
    ['nonsense', 'invalid_session'],
  ] as const) {
    const response = await post(`Bearer ${token}`)
    assert.equal(response.status, 401)
    assert.equal(
      response.headers.get('www-authenticate'),
      `Bearer error="invalid_token", resource_metadata="${metadata}"`,
    )
    assert.equal(((await response.json()) as { error: string }[])[0]?.error, symbol)
  }
})

test('neither a session nor a password opens the server: both could do everything their holder can', async () => {
  const { token, username } = installation.service
  const basic = Buffer.from(`${username}:seven sleepless nights on duty`).toString('base64')
  for (const authorization of [`Bearer ${token}`, `Basic ${basic}`]) {
    const response = await post(authorization)
    assert.deepEqual(
      [response.status, ((await response.json()) as { error: string }[])[0]?.error],
      [401, 'mcp_needs_api_key'],
    )
  }
})

test('a client signs in by OAuth: it finds the provider by itself, and gets the tools that the person allowed', async () => {
  const world = await startOAuthApi()
  await using api = world.api
  await addPackage(api.owner)
  const account = await addAccount(api.owner)
  const as = await openSession(api.owner, account)
  await createTestService(api, as, { name: 'Shop' })
  const redirectUrl = 'http://127.0.0.1:9/callback'
  const made = await api.call('POST', '/applications', {
    as,
    body: {
      ...{ name: 'Assistant', kind: 'public', redirect_uris: [redirectUrl] },
      grant_types: ['authorization_code', 'refresh_token'],
      scopes: [...readingScopes, 'incidents:write', 'offline_access'],
    },
  })
  assert.equal(made.status, 201, made.text)
  const { provider, kept } = createProvider(redirectUrl, made.body.client_id)
  const url = new URL('/mcp', world.url)
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider })
  const info = { name: 'signed-in', version: '1' }
  await assert.rejects(new Client(info).connect(first), UnauthorizedError)
  assert.equal(kept.asked?.origin, world.url)
  // The user grants less than the client requested.
  const back = await authorize(world, String(kept.asked), { as, scopes: ['services:read'] })
  await first.finishAuth(back.searchParams)

  const client = new Client(info)
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }))
  const names = (await client.listTools()).tools.map(({ name }) => name)
  assert.ok(names.includes('find_services') && !names.includes('get_incident'), names.join())
  const found = await client.callTool({ name: 'find_services', arguments: {} })
  assert.match(JSON.stringify(found.content), /Shop/)

  const grants = await api.call('GET', '/application_grants', { as })
  const revoked = await api.call('DELETE', `/application_grants/${grants.body[0].id}`, { as })
  assert.ok(revoked.status < 300, revoked.text)
  const token = kept.tokens?.access_token
  const refused = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: list,
  })
  assert.equal(refused.status, 401)
  await client.close()
})

type Tokens = Parameters<OAuthClientProvider['saveTokens']>[0]

/** Keeps a client's sign-in state in memory, as a program would in a file. */
function createProvider(redirectUrl: string, client_id: string) {
  const kept: { tokens?: Tokens; asked?: URL; verifier?: string } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { redirect_uris: [redirectUrl], client_name: 'Assistant', token_endpoint_auth_method: 'none' },
    clientInformation: () => ({ client_id }),
    tokens: () => kept.tokens,
    saveTokens(tokens) {
      kept.tokens = tokens
    },
    redirectToAuthorization(asked) {
      kept.asked = asked
    },
    saveCodeVerifier(verifier) {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { provider, kept }
}
