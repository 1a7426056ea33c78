import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { canRun, checkTypes, listSecretSettingKeys } from '@wachta/checks'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService, dumpDatabase, listErrors, listRevisions } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { pino } from 'pino'
import { mask } from '../src/features/services/rules.ts'

const password = 'hasło-Zażółć-1'
const token = 'token-of-the-interface-2'
let api: TestApi
let account: number
let as: string
const logged: string[] = []

before(async () => {
  const log = pino({ level: 'trace' }, lines(logged))
  api = await startApi({ log })
  await addPackage(api.owner, { services: 100 })
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const secret = (more: object = {}) =>
  createTestService(api, as, {
    type_id: 'https',
    extended_settings: { username: 'ola', password, bearer_token: token },
    ...more,
  })
const read = async (id: number) => (await api.call('GET', `/services/${id}`, { as })).body
const put = (id: number, extended_settings: object) =>
  api.call('PUT', `/services/${id}`, { as, body: { extended_settings } })
const sealed = async (id: number) => {
  const [row] = await api.owner.query(
    sql<{ secrets: Record<string, string> }>`select secrets from service where id = ${id}`,
  )
  return row?.secrets ?? {}
}
const open = (text: string | undefined, id: number, key: string, owner = account) =>
  api.interface.context.vault.open(text ?? '', ['service', String(owner), String(id), key])

test('a secret is stored sealed and shown as a mask', async () => {
  const id = await secret()
  const { extended_settings } = await read(id)
  assert.deepEqual(
    [extended_settings.username, extended_settings.password, extended_settings.bearer_token, extended_settings.api_key],
    ['ola', mask, mask, null],
  )
  const stored = await sealed(id)
  assert.deepEqual(Object.keys(stored).toSorted(), ['bearer_token', 'password'])
  assert.equal(open(stored['password'], id, 'password'), password)
  assert.equal(open(stored['bearer_token'], id, 'bearer_token'), token)
})

test('a secret is one line, also with characters of several UTF-16 units', async () => {
  const id = await secret()
  for (const bearer_token of [`${'🦊'.repeat(2100)}\r\nX-Forwarded-For: ::1`, `${'a'.repeat(100)}\n`]) {
    const reply = await put(id, { bearer_token })
    assert.deepEqual(
      [reply.status, listErrors(reply)],
      [400, [['wrong_format', 'data.extended_settings.bearer_token']]],
    )
  }
  assert.equal((await put(id, { bearer_token: '🦊'.repeat(2100) })).status, 204)
})

test('a sealed secret opens only for its account, service and setting', async () => {
  const [one, two] = [await secret(), await secret()]
  const { password: ofOne, bearer_token } = await sealed(one)
  assert.equal(open(ofOne, one, 'password'), password)
  assert.throws(() => open(ofOne, two, 'password'), /cannot be opened/, 'of another service')
  assert.throws(() => open(bearer_token, one, 'password'), /cannot be opened/, 'of another setting')
  assert.throws(() => open(ofOne, one, 'password', account + 1), /cannot be opened/, 'of another account')
  // Swap them in the table, like an attacker who can write to the database but has no key.
  await api.owner.query(sql`update service v set secrets = w.secrets from service w
where (v.id, w.id) in ((${one}, ${two}), (${two}, ${one}))`)
  for (const id of [one, two]) {
    const stored = await sealed(id)
    for (const key of ['password', 'bearer_token']) assert.throws(() => open(stored[key], id, key), /cannot be opened/)
  }
})

test('a mask keeps the secret, a new value replaces it, null removes it', async () => {
  const id = await secret()
  const first = await sealed(id)
  const whole = await read(id)
  assert.equal((await api.call('PUT', `/services/${id}`, { as, body: { ...whole, name: 'Renamed' } })).status, 204)
  assert.equal((await put(id, { password: mask, timeout: 5000 })).status, 204)
  assert.deepEqual(await sealed(id), first, 'not one byte of it')

  assert.equal((await put(id, { password: 'another' })).status, 204)
  const second = await sealed(id)
  assert.equal(open(second['password'], id, 'password'), 'another')
  assert.equal(second['bearer_token'], first['bearer_token'])
  assert.equal((await read(id)).extended_settings.password, mask)

  assert.equal((await put(id, { password: null })).status, 204)
  assert.deepEqual(Object.keys(await sealed(id)), ['bearer_token'])
  assert.equal((await read(id)).extended_settings.password, null)
  assert.equal((await put(id, { password: mask })).status, 204)
  assert.equal((await read(id)).extended_settings.password, null, 'a mask of nothing is nothing')
  assert.deepEqual(Object.keys(await sealed(id)), ['bearer_token'])

  const copied = await createTestService(api, as, { type_id: 'https', extended_settings: whole.extended_settings })
  assert.deepEqual(await sealed(copied), {}, 'settings copied from another service bring no secret along')
  assert.equal((await read(copied)).extended_settings.password, null)
})

test('every change of a secret creates a revision with the sealed secret, which is deleted with the service', async () => {
  const id = await secret()
  const secretsOf = async () =>
    (await listRevisions(api.owner, id)).map(({ configuration }) => configuration?.['secrets'])
  await put(id, { password: 'another' })
  await put(id, { password: mask })
  const [first, second, ...rest] = (await secretsOf()) as Record<string, string>[]
  assert.deepEqual(rest, [])
  assert.equal(open(first?.['password'], id, 'password'), password)
  assert.equal(open(second?.['password'], id, 'password'), 'another')
  await api.call('DELETE', `/services/${id}`, { as })
  assert.deepEqual(await secretsOf(), [undefined, undefined])
})

test('no secret in clear in any answer, log line, export, or anywhere in the database', async () => {
  const secrets = Object.fromEntries(
    checkTypes
      .filter(canRun)
      .flatMap((type) => listSecretSettingKeys(type).map((key) => [`${type.id}.${key}`, `secret-${type.id}-${key}`])),
  )
  assert.ok(Object.keys(secrets).length > 5)
  const answers: string[] = []
  const seen = async (...request: Parameters<TestApi['call']>) => {
    const reply = await api.call(...request)
    answers.push(reply.text)
    return reply
  }
  for (const type of checkTypes.filter((each) => canRun(each) && listSecretSettingKeys(each).length > 0)) {
    const settings = Object.fromEntries(listSecretSettingKeys(type).map((key) => [key, secrets[`${type.id}.${key}`]]))
    const required = Object.entries(type.settings).filter(([, setting]) => setting.required)
    // Types with required settings need no case of their own: one function seals the secrets of all types.
    if (required.length > 0) continue
    // This type needs steps or a script, though neither setting is required.
    const steps = type.id === 'browser_scenario' && { steps: [{ name: 'Open', actions: [{ open: '/' }] }] }
    const extended_settings = { ...settings, ...steps }
    const body = { type_id: type.id, name: 'S', address: type.examples.good[0], extended_settings }
    const created = await seen('POST', '/services', { as, body, headers: { 'idempotency-key': type.id } })
    assert.equal(created.status, 201, created.text)
    const { id } = created.body
    await seen('GET', `/services/${id}?embed=type,permissions`, { as })
    const wrong = await seen('PUT', `/services/${id}`, {
      as,
      body: { address: ' ', extended_settings: { ...settings, nonsense: 1 } },
    })
    assert.ok(wrong.status === 400 || wrong.status === 422)
    await seen('PUT', `/services/${id}`, { as, body: { extended_settings: settings } })
    await seen('POST', `/services/${id}/archive`, { as })
  }
  await seen('GET', '/services?limit=1000', { as })
  await seen('POST', '/services/search', { as, body: { query: 'secret', limit: 1000 } })
  await seen('GET', '/accounts/my_account/logs/audit?limit=1000', { as })
  const exported = await api.app.inject({
    method: 'GET',
    url: '/v3/accounts/my_account/export',
    headers: { authorization: as },
  })
  assert.equal(exported.statusCode, 200)
  answers.push(await unzipped(exported.rawPayload))

  const everywhere = {
    answers: answers.join('\n'),
    log: logged.join('\n'),
    database: await dumpDatabase(api.owner),
  }
  assert.ok(everywhere.answers.includes('"extended_settings"') && everywhere.answers.includes(mask))
  assert.ok(everywhere.log.includes('create_service'), 'requests are logged')
  assert.ok(everywhere.database.includes('"bearer_token": "v1.'), 'sealed, they are there')
  for (const value of [...Object.values(secrets), password, token])
    for (const [place, content] of Object.entries(everywhere))
      assert.ok(!content.includes(value), `${value} stands in the ${place}`)
})

test('a caller who may change a service cannot have its secrets sent to another target', async () => {
  const created = await api.call('POST', '/services', {
    as,
    body: { type_id: 'https', name: 'S', address: 'shop.example.com', extended_settings: { password, username: 'u' } },
  })
  const change = (body: object) => api.call('PUT', `/services/${created.body.id}`, { as, body })
  const { body: record } = await api.call('GET', `/services/${created.body.id}`, { as })
  for (const elsewhere of [
    { address: 'attacker.example.net' },
    { ...record, address: 'attacker.example.net' },
    { extended_settings: { port: 8443 } },
    { extended_settings: { verify_certificate: false, password: mask } },
    { extended_settings: { api_key_header: 'X-Key' } },
  ]) {
    const refused = await change(elsewhere)
    assert.equal(refused.status, 422)
    assert.deepEqual(
      refused.body.map(({ error, field }: Record<string, string>) => [error, field]),
      [['secret_needed_again', 'data.extended_settings.password']],
    )
  }
  const unset = { password: mask, username: 'u', port: null, follow_redirects: null, verify_certificate: null }
  assert.equal((await change({ name: 'T', extended_settings: unset })).status, 204, 'null is the default that holds')
  assert.equal((await change({ interval: 900, extended_settings: { content_regex: 'OK', timeout: 1000 } })).status, 204)
  assert.equal((await change({ address: 'next.example.com', extended_settings: { password } })).status, 204)
  assert.equal((await change({ address: 'last.example.com', extended_settings: { password: null } })).status, 204)
  assert.equal((await change({ address: 'free.example.com' })).status, 204, 'there is nothing left to send')
})

function lines(into: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      into.push(String(chunk))
      done()
    },
  })
}

/** The content of all files of an archive as one text. */
async function unzipped(archive: Buffer): Promise<string> {
  const { fromBufferPromise } = await import('yauzl')
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  const texts: string[] = []
  for await (const entry of zip.eachEntry()) texts.push(await text(await zip.openReadStreamPromise(entry)))
  return texts.join('\n')
}
