import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { exportSPKI, importJWK, type CryptoKey as KeyType, SignJWT } from 'jose'
import { sql } from 'kysely'
import { addTenant, getTraces, SignIn, type Tenant } from './browser.ts'
import { type IssuerLie, LyingIssuer, newKeys, signHonestly } from './lying-issuer.ts'

let api: TestApi
let issuer: LyingIssuer
let counter = 0

before(async () => {
  // Loopback is allowed, as an operator allows an issuer in their own network; other private addresses are not.
  api = await startApi({ egressAllow: ['127.0.0.0/8'] })
  await addPackage(api.owner)
  issuer = await LyingIssuer.start()
})
after(async () => {
  await issuer[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

const newIssuer = (): string => {
  counter += 1
  return `${issuer.origin}/issuer${counter}`
}

/** Signs in at an issuer with one lie; returns the result that the browser gets. */
async function signIn(lie: IssuerLie, tenant: Tenant): Promise<Record<string, string> & { signIn?: never }> {
  const email = `anna@${tenant.domain}`
  issuer.lie = { ...lie, claims: (honest) => (lie.claims ?? same)({ ...honest, email, email_verified: true }) }
  const attempt = new SignIn(api)
  const url = await attempt.begin({ slug: tenant.connection.slug })
  const told = await attempt.comeBack(issuer.authorize(url))
  if (told['code'] === undefined) return told
  const finished = await attempt.finish(told['code'])
  return finished.status === 201 ? { token: finished.body.token } : { error: finished.body[0].error }
}

const same = <T>(value: T): T => value

/** Asserts that a lie is rejected for this reason, and that it leaves nothing behind. */
async function assertRejected(lie: IssuerLie, expected: { error?: string; problem?: string }): Promise<void> {
  const tenant = await addTenant(api, newIssuer())
  const traces = await getTraces(api)
  const told = await signIn(lie, tenant)
  assert.deepEqual(told, { error: 'sso_issuer_failed', ...expected })
  assert.deepEqual(await getTraces(api), traces, 'nothing is stored, and the victim is as before')
}

test('an honest issuer lets its user in', async () => {
  const tenant = await addTenant(api, newIssuer())
  const { token } = await signIn({}, tenant)
  const { body: me } = await api.call('GET', '/accounts/my_account', { as: `Bearer ${token}` })
  assert.equal(me.username, `anna@${tenant.domain}`)
  assert.equal(me.parent_account_id, tenant.holder.id)
  assert.equal(me.is_read_only, false, 'the group ops makes an editor')
})

test('lie: a step-up that the user did not confirm just now', async () => {
  const tenant = await addTenant(api, newIssuer())
  const { token } = await signIn({}, tenant)
  const as = `Bearer ${token}`
  const old = Math.floor(Date.now() / 1000) - 3600
  const email = `anna@${tenant.domain}`
  issuer.lie = { claims: (honest) => ({ ...honest, email, email_verified: true, auth_time: old }) }
  const attempt = new SignIn(api)
  const told = await attempt.comeBack(issuer.authorize(await attempt.begin({}, '/sso/step_ups', as)))
  const answer = await attempt.result(told['code'], as)
  assert.equal(answer.body[0].error, 'sso_not_fresh')
})

test('lie: the wrong issuer in the token', () =>
  assertRejected({ claims: (honest) => ({ ...honest, iss: 'https://issuer.example' }) }, { problem: 'token_invalid' }))

test('lie: the wrong audience', () =>
  assertRejected({ claims: (honest) => ({ ...honest, aud: 'another client' }) }, { problem: 'token_invalid' }))

test('lie: a further audience without azp', () =>
  assertRejected(
    { claims: (honest) => ({ ...honest, aud: ['wachta', 'another client'] }) },
    { problem: 'token_invalid' },
  ))

test('lie: a further audience, with azp of the other client', () =>
  assertRejected(
    { claims: (honest) => ({ ...honest, aud: ['wachta', 'other'], azp: 'other' }) },
    { problem: 'token_invalid' },
  ))

test('lie: the wrong nonce', () =>
  assertRejected({ claims: (honest) => ({ ...honest, nonce: 'of another sign-in' }) }, { problem: 'token_invalid' }))

test('lie: no nonce', () => assertRejected({ claims: ({ nonce: _, ...rest }) => rest }, { problem: 'token_invalid' }))

test('lie: the algorithm none', () => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return assertRejected(
    {
      metadata: (honest) => ({ ...honest, id_token_signing_alg_values_supported: ['none', 'RS256'] }),
      sign: async (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    },
    { problem: 'token_invalid' },
  )
})

test('lie: HS256 with the public key as the secret', () =>
  assertRejected(
    {
      metadata: (honest) => ({ ...honest, id_token_signing_alg_values_supported: ['HS256', 'RS256'] }),
      sign: async (claims, { kid, public: key }) => {
        const pem = await exportSPKI((await importJWK(key, 'RS256')) as KeyType)
        return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(pem))
      },
    },
    { problem: 'token_invalid' },
  ))

test('lie: HS256 with the client secret, which other users of the client may know', () =>
  assertRejected(
    {
      metadata: (honest) => ({ ...honest, id_token_signing_alg_values_supported: ['HS256', 'RS256'] }),
      sign: (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('a secret of the client'.padEnd(32))),
    },
    { problem: 'token_invalid' },
  ))

test('lie: a signature with a key that is not published', () =>
  assertRejected({ sign: async (claims) => signHonestly(claims, await newKeys()) }, { problem: 'unknown_key' }))

test('lie: the id of a published key, and the signature of another', () =>
  assertRejected(
    { sign: async (claims, { kid }) => signHonestly(claims, { ...(await newKeys()), kid }) },
    { problem: 'token_invalid' },
  ))

test('lie: keys that the issuer has rotated out', async () => {
  const tenant = await addTenant(api, newIssuer())
  const former = issuer.keys
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    assert.ok((await signIn({}, tenant))['token'])
    issuer.keys = await newKeys()
    const early = await signIn({}, tenant)
    assert.equal(early['problem'], 'unknown_key', 'keys are asked for at most once a minute')
    mock.timers.tick(61_000)
    assert.ok((await signIn({}, tenant))['token'], 'after a minute the new keys are fetched')
    const traces = await getTraces(api)
    const told = await signIn({ sign: (claims) => signHonestly(claims, former) }, tenant)
    assert.equal(told['problem'], 'unknown_key')
    assert.deepEqual(await getTraces(api), traces)
  } finally {
    mock.timers.reset()
  }
})

test('lie: an expired token', () =>
  assertRejected(
    { claims: (honest) => ({ ...honest, iat: Number(honest['iat']) - 900, exp: Number(honest['iat']) - 600 }) },
    { problem: 'clock' },
  ))

test('lie: a token of the future', () =>
  assertRejected(
    { claims: (honest) => ({ ...honest, iat: Number(honest['iat']) + 600, exp: Number(honest['iat']) + 900 }) },
    { problem: 'clock' },
  ))

test('lie: a token that is valid only later', () =>
  assertRejected({ claims: (honest) => ({ ...honest, nbf: Number(honest['iat']) + 600 }) }, { problem: 'clock' }))

test('lie: another state than the one that was sent', async () => {
  const back = (url: URL) => {
    url.searchParams.set('state', 'f'.repeat(32))
    return url
  }
  const tenant = await addTenant(api, newIssuer())
  const traces = await getTraces(api)
  assert.deepEqual(await signIn({ back }, tenant), { error: 'sso_sign_in_expired' })
  assert.deepEqual(await getTraces(api), traces)
})

test('lie: no state', async () => {
  const back = (url: URL) => {
    url.searchParams.delete('state')
    return url
  }
  assert.deepEqual(await signIn({ back }, await addTenant(api, newIssuer())), { error: 'sso_sign_in_expired' })
})

test('lie: the answer of another issuer (mix-up), by the parameter iss', () =>
  assertRejected(
    {
      back: (url) => {
        url.searchParams.set('iss', 'https://attacker.example')
        return url
      },
    },
    { problem: 'token_invalid' },
  ))

test('lie: the parameter iss left out', () =>
  assertRejected(
    {
      back: (url) => {
        url.searchParams.delete('iss')
        return url
      },
    },
    { problem: 'token_invalid' },
  ))

test('lie: the answer delivered to the address of another connection', async () => {
  const [mine, other] = [await addTenant(api, newIssuer()), await addTenant(api, newIssuer())]
  const back = (url: URL) => new URL(url.href.replace(mine.connection.slug, other.connection.slug))
  assert.deepEqual(await signIn({ back }, mine), { error: 'sso_sign_in_expired' })
})

test('lie: a callback that is replayed', async () => {
  const tenant = await addTenant(api, newIssuer())
  issuer.lie = { claims: (honest) => ({ ...honest, email: `anna@${tenant.domain}` }) }
  const attempt = new SignIn(api)
  const back = issuer.authorize(await attempt.begin({ slug: tenant.connection.slug }))
  const { code } = await attempt.comeBack(back)
  assert.deepEqual(await attempt.comeBack(back), { error: 'sso_sign_in_expired' })
  assert.equal((await attempt.finish(code)).status, 201)
  assert.equal((await attempt.finish(code)).body[0].error, 'sso_sign_in_expired', 'nor is our own code accepted twice')
})

test('lie: a sign-in that another browser started (login CSRF)', async () => {
  const tenant = await addTenant(api, newIssuer())
  issuer.lie = { claims: (honest) => ({ ...honest, email: `anna@${tenant.domain}` }) }
  const [attacker, victim] = [new SignIn(api), new SignIn(api)]
  const traces = await getTraces(api)
  const { code } = await attacker.comeBack(issuer.authorize(await attacker.begin({ slug: tenant.connection.slug })))
  assert.equal((await attacker.finish(code, victim.verifier)).body[0].error, 'sso_sign_in_expired')
  assert.equal((await attacker.finish(code)).body[0].error, 'sso_sign_in_expired', 'the code is spent')
  assert.deepEqual(await getTraces(api), traces)
})

/** Begins a sign-in at an issuer that lies in its metadata, and returns the error. */
async function beginError(lie: IssuerLie, at = newIssuer()): Promise<string> {
  const tenant = await addTenant(api, at)
  issuer.lie = lie
  const body = { slug: tenant.connection.slug, code_challenge: new SignIn(api).challenge }
  const reply = await api.call('POST', '/sso/sign_ins', { body })
  assert.equal(reply.status, 422, reply.text)
  assert.equal(reply.body[0].error, 'sso_issuer_failed')
  return /\((\w+)\)/.exec(reply.body[0].message)?.[1] ?? ''
}

test('lie: an issuer on loopback that is not allowed', async () => {
  assert.equal(await beginError({}, 'http://[::1]:9/issuer'), 'address_forbidden')
})

test('lie: an issuer at the metadata address of a cloud', async () => {
  assert.equal(await beginError({}, 'http://169.254.169.254/issuer'), 'address_forbidden')
})

test('lie: an unencrypted issuer on the public network', async () => {
  assert.equal(await beginError({}, 'http://192.0.43.8/issuer'), 'address_forbidden')
})

for (const target of ['http://169.254.169.254/latest/meta-data', 'http://[::1]:9/'])
  test(`lie: discovery that redirects to ${target}`, async () => {
    const discovery: IssuerLie['discovery'] = (_request, response) =>
      response.writeHead(302, { location: target }).end()
    assert.equal(await beginError({ discovery }), 'not_an_issuer')
  })

test('lie: another issuer in the metadata', async () => {
  const lie = { metadata: (honest: object) => ({ ...honest, issuer: 'https://accounts.example' }) }
  assert.equal(await beginError(lie), 'issuer_differs')
})

test('lie: a token endpoint on a private address', () =>
  assertRejected(
    { metadata: (honest) => ({ ...honest, token_endpoint: 'http://10.0.0.1/token' }) },
    { problem: 'address_forbidden' },
  ))

test('lie: a token endpoint at the metadata address of a cloud', () =>
  assertRejected(
    { metadata: (honest) => ({ ...honest, token_endpoint: 'http://169.254.169.254/token' }) },
    { problem: 'address_forbidden' },
  ))

test('lie: keys on a private address', () =>
  assertRejected(
    { metadata: (honest) => ({ ...honest, jwks_uri: 'http://192.168.0.1/jwks' }) },
    { problem: 'address_forbidden' },
  ))

test('lie: user info on a private address', () =>
  assertRejected(
    { metadata: (honest) => ({ ...honest, userinfo_endpoint: 'http://172.16.0.1/userinfo' }) },
    { problem: 'address_forbidden' },
  ))

test('lie: a huge discovery answer', async () => {
  const discovery: IssuerLie['discovery'] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"issuer":"${'x'.repeat(1_000_000)}"}`)
  }
  assert.equal(await beginError({ discovery }), 'answer_too_large')
})

test('lie: an endless discovery answer', async () => {
  const discovery: IssuerLie['discovery'] = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(timer))
  }
  const started = performance.now()
  assert.equal(await beginError({ discovery }), 'timeout')
  assert.ok(performance.now() - started < 12_000)
})

test('lie: another subject in the user info', () =>
  assertRejected({ userInfo: (honest) => ({ ...honest, sub: 'somebody else' }) }, { problem: 'token_invalid' }))

test('lie: keys that are no keys', () =>
  assertRejected({ keys: () => ({ keys: 'none' }) }, { problem: 'token_invalid' }))

test('lie: the e-mail address of a user of another account gives no access to that user', async () => {
  const [mine, other] = [await addTenant(api, newIssuer()), await addTenant(api, newIssuer())]
  const traces = await getTraces(api)
  const claims = (honest: object) => ({ ...honest, email: `victim@${other.domain}`, email_verified: true })
  assert.deepEqual(await signIn({ claims }, mine), { error: 'sso_email_rejected' })
  assert.deepEqual(await getTraces(api), traces)
})

test('lie: the e-mail address of a user of the same account gives no access to that user', async () => {
  const tenant = await addTenant(api, newIssuer())
  const claims = (honest: object) => ({ ...honest, email: `victim@${tenant.domain}`, email_verified: true })
  const { token } = await signIn({ claims }, tenant)
  const { body: me } = await api.call('GET', '/accounts/my_account', { as: `Bearer ${token}` })
  assert.notEqual(me.id, tenant.victim)
  assert.match(me.username, /^sso-[0-9a-f]{16}$/)
  const [victim] = await api.owner.query(
    sql<object>`select username, is_read_only from account where id = ${tenant.victim}`,
  )
  assert.deepEqual({ ...victim }, { username: `victim@${tenant.domain}`, is_read_only: false })
})

test('lie: an e-mail address that is not verified', () =>
  assertRejected({ claims: (honest) => ({ ...honest, email_verified: false }) }, { error: 'sso_email_rejected' }))

test('lie: no e-mail address', () =>
  assertRejected({ claims: ({ email: _, ...rest }) => rest }, { error: 'sso_email_rejected' }))

test('lie: a group that is called owner', async () => {
  const tenant = await addTenant(api, newIssuer())
  const claims = (honest: object) => ({ ...honest, groups: ['owner', 'manager', 'administrator'] })
  const { token } = await signIn({ claims }, tenant)
  const { body: me } = await api.call('GET', '/accounts/my_account?embed=permissions', { as: `Bearer ${token}` })
  assert.equal(me.is_read_only, true, 'the default role')
  assert.equal(me.parent_account_id, tenant.holder.id)
  const mapping = { role_mappings: [{ group: 'owner', role: 'owner' }] }
  const reply = await api.call('PUT', `/sso_connections/${tenant.connection.id}`, {
    as: tenant.holder.as,
    body: mapping,
  })
  assert.equal(reply.status, 400)
})

test('lie: an error of the issuer instead of a code', () =>
  assertRejected(
    {
      back: (url) => {
        url.searchParams.delete('code')
        url.searchParams.set('error', 'access_denied')
        return url
      },
    },
    { problem: 'issuer_rejected' },
  ))
