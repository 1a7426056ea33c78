import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accessScopes } from '@wachta/domain'
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
    scopes_supported: [...accessScopes],
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
