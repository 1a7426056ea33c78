import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { SignJWT } from 'jose'
import { addTenant, SignIn, type Tenant } from './browser.ts'
import { LyingIssuer, newKeys, signHonestly } from './lying-issuer.ts'

let api: TestApi
let issuer: LyingIssuer
let tenant: Tenant
let at: string

before(async () => {
  api = await startApi({ egressAllow: ['127.0.0.0/8'] })
  await addPackage(api.owner)
  issuer = await LyingIssuer.start()
  at = `${issuer.origin}/logout`
  tenant = await addTenant(api, at)
})
after(async () => {
  await issuer[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

/** Signs a user in within a session of the issuer; returns the value of the Authorization header. */
async function signIn(sub: string, sid: string): Promise<string> {
  issuer.lie = { claims: (honest) => ({ ...honest, sub, sid, email: `${sub}@${tenant.domain}`, groups: [] }) }
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(issuer.authorize(await attempt.begin({ slug: tenant.connection.slug })))
  const finished = await attempt.finish(told['code'])
  assert.equal(finished.status, 201, finished.text)
  return `Bearer ${finished.body.token}`
}

const event = 'http://schemas.openid.net/event/backchannel-logout'
const logout = (more: object = {}): Record<string, unknown> => {
  const now = Math.floor(Date.now() / 1000)
  return { iss: at, aud: 'wachta', iat: now, exp: now + 120, jti: randomUUID(), events: { [event]: {} }, ...more }
}

async function send(token: string, slug = tenant.connection.slug): Promise<number> {
  const reply = await api.app.inject({
    method: 'POST',
    url: `/sso/${slug}/logout`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams({ logout_token: token })),
  })
  assert.equal(reply.headers['cache-control'], 'no-store')
  return reply.statusCode
}

const sign = (claims: Record<string, unknown>) => signHonestly(claims, issuer.keys)
const isIn = async (as: string) => (await api.call('GET', '/accounts/my_account', { as })).status === 200

test('a logout token ends the session that it names, and no other', async () => {
  const [first, second] = [await signIn('anna', 's1'), await signIn('anna', 's2')]
  assert.equal(await send(await sign(logout({ sub: 'anna', sid: 's1' }))), 200)
  assert.equal(await isIn(first), false)
  assert.equal(await isIn(second), true)
})

test('a logout token without a session ends all sessions of the user', async () => {
  const [first, second, other] = [await signIn('berta', 's3'), await signIn('berta', 's4'), await signIn('carla', 's5')]
  assert.equal(await send(await sign(logout({ sub: 'berta' }))), 200)
  assert.deepEqual([await isIn(first), await isIn(second), await isIn(other)], [false, false, true])
})

test('a replayed logout token is rejected', async () => {
  const token = await sign(logout({ sub: 'dora' }))
  await signIn('dora', 's6')
  assert.equal(await send(token), 200)
  const again = await signIn('dora', 's7')
  assert.equal(await send(token), 400)
  assert.equal(await isIn(again), true)
})

test('every other token is rejected, and ends nothing', async () => {
  const as = await signIn('ella', 's8')
  const sub = 'ella'
  const now = Math.floor(Date.now() / 1000)
  const { events: _, ...withoutEvents } = logout({ sub })
  const { jti: _1, ...withoutId } = logout({ sub })
  const lies: Record<string, Promise<string>> = {
    'with a nonce': sign(logout({ sub, nonce: 'n' })),
    'of another issuer': sign(logout({ sub, iss: 'https://other.example' })),
    'for another client': sign(logout({ sub, aud: 'other' })),
    'without events': sign(withoutEvents),
    'of another event': sign(logout({ sub, events: { other: {} } })),
    'without an id': sign(withoutId),
    'too old': sign(logout({ sub, iat: now - 600, exp: now + 600 })),
    expired: sign(logout({ sub, iat: now - 100, exp: now - 60 })),
    'about nobody': sign(logout()),
    'with a foreign key': signHonestly(logout({ sub }), await newKeys()),
    'with a foreign key under a known id': signHonestly(logout({ sub }), {
      ...(await newKeys()),
      kid: issuer.keys.kid,
    }),
    HS256: new SignJWT(logout({ sub }))
      .setProtectedHeader({ alg: 'HS256', kid: issuer.keys.kid })
      .sign(Buffer.from(JSON.stringify(issuer.keys.public))),
    garbage: Promise.resolve('garbage'),
  }
  for (const [name, token] of Object.entries(lies)) assert.equal(await send(await token), 400, name)
  assert.equal(await send(await sign(logout({ sub })), 'a'.repeat(20)), 400, 'at an unknown connection')
  assert.equal(await isIn(as), true)
})

test('an issuer cannot end sessions of another account', async () => {
  const as = await signIn('fiona', 's9')
  const attacker = await addTenant(api, `${issuer.origin}/attacker`)
  const claims = logout({ sub: 'fiona', iss: `${issuer.origin}/attacker` })
  assert.equal(await send(await sign(claims), attacker.connection.slug), 200)
  assert.equal(await isIn(as), true)
})
