import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { pino } from 'pino'
import { registry } from '../src/features/registry.ts'
import { toDatabaseViolation } from '../src/platform/errors/database.ts'

let api: TestApi
let id: number
let as: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  id = await addAccount(api.owner)
  as = await openSession(api.owner, id)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const faultsOf = (reply: { body: { error: string; field?: string }[] }) =>
  reply.body.map(({ error, field }) => [error, field])
const newUser = (username: string) => ({
  name: 'N',
  username,
  password: 'a long enough secret',
  user_data: { email_address: 'a@b.cd' },
})

test('all faults of a request are in one answer, each with its place', async () => {
  const body = {
    filters: { nope: ['x'], id: ['a', { type: 'contains', argument: 1 }], name: [{ type: 'one_of', argument: [1] }] },
    limit: 1001,
    offset: -1,
    embed: ['package.password'],
    zzz: 1,
  }
  const reply = await api.call('POST', '/accounts/search', { as, body })
  assert.equal(reply.status, 400)
  assert.deepEqual(faultsOf(reply).sort(), [
    ['not_an_allowed_value', 'data.embed.0'],
    ['not_an_allowed_value', 'data.filters.id.1.type'],
    ['too_large', 'data.limit'],
    ['too_small', 'data.offset'],
    ['unknown_field', 'data.filters.nope'],
    ['unknown_field', 'data.zzz'],
    ['wrong_type', 'data.filters.id.0.argument'],
    ['wrong_type', 'data.filters.name.0.argument'],
  ])
})

test('a list takes the same names in its query, and faults point there', async () => {
  const reply = await api.call('GET', '/accounts?fields=id,hash&sort=-nope&filter.id=abc&limit=x&unknown=1', { as })
  assert.deepEqual(faultsOf(reply).sort(), [
    ['not_an_allowed_value', 'query.fields.1'],
    ['not_an_allowed_value', 'query.sort.0.field'],
    ['unknown_field', 'query.unknown'],
    ['wrong_type', 'query.filters.id.0.argument'],
    ['wrong_type', 'query.limit'],
  ])
})

test('duplicate keys, inexact numbers and characters that cannot be stored are refused where they stand', async () => {
  const raw = '{"filters":{"name":["a\\u0000"],"name":["b"]},"offset":9007199254740993}'
  const reply = await api.call('POST', '/accounts/search', { as, body: raw })
  assert.deepEqual(faultsOf(reply), [
    ['forbidden_character', 'data.filters.name.0'],
    ['duplicate_key', 'data.filters.name'],
    ['inexact_number', 'data.offset'],
  ])
})

test('malformed, missing, oversized and foreign bodies are told apart', async () => {
  const send = (payload: string, type = 'application/json') =>
    api.app.inject({
      method: 'POST',
      url: '/v3/accounts',
      headers: { authorization: as, 'content-type': type },
      payload,
    })
  const told = async (payload: string, type?: string) => {
    const reply = await send(payload, type)
    return [reply.statusCode, reply.json()[0].error]
  }
  assert.deepEqual(await told('{"a":'), [400, 'malformed_json'])
  assert.deepEqual(await told(''), [400, 'missing_body'])
  assert.deepEqual(await told(`{"name":"${'x'.repeat(1_100_000)}"}`), [413, 'body_too_large'])
  assert.deepEqual(await told('name=x', 'application/x-www-form-urlencoded'), [415, 'unsupported_media_type'])
  assert.deepEqual(await told('['.repeat(5000) + ']'.repeat(5000)), [400, 'malformed_json'])
})

test('errors speak the language that is asked for', async () => {
  const polish = await api.call('GET', '/accounts', { headers: { 'accept-language': 'de, pl-PL;q=0.9, en;q=0.5' } })
  assert.equal(polish.body[0].message, 'Zaloguj się.')
  assert.equal(
    (await api.call('GET', '/accounts', { headers: { 'accept-language': 'fr' } })).body[0].message,
    'Sign in.',
  )
})

test('what cannot be an id is not found, as if it were absent', async () => {
  for (const text of ['0', '-1', '1.5', 'abc', '99999999999999999999', '9007199254740993', String(id + 1)]) {
    const reply = await api.call('GET', `/accounts/${text}`, { as })
    assert.deepEqual([reply.status, reply.body[0].error], [404, 'not_found'], text)
  }
})

test('HEAD answers like GET, without a body', async () => {
  const reply = await api.app.inject({ method: 'HEAD', url: '/v3/accounts', headers: { authorization: as } })
  assert.equal(reply.statusCode, 200)
  assert.equal(reply.headers['x-total-count'], '1')
  assert.equal(reply.body, '')
})

test('every answer carries a request id; a harmless one of the client is kept', async () => {
  const mine = await api.call('GET', '/system/my_ip_address', { headers: { 'x-request-id': 'my-own-id-1234' } })
  assert.equal(mine.headers['x-request-id'], 'my-own-id-1234')
  const foreign = await api.call('GET', '/nowhere', { headers: { 'x-request-id': 'bad id\u0001' } })
  assert.match(String(foreign.headers['x-request-id']), /^[0-9a-f-]{36}$/)
})

test('the same key and body give the first answer again; another body is refused', async () => {
  const create = (username: string, key: string, session = as) =>
    api.call('POST', '/accounts', { as: session, body: newUser(username), headers: { 'idempotency-key': key } })
  const first = await create('repeated', 'key-1')
  const again = await create('repeated', 'key-1')
  assert.deepEqual([first.status, again.status], [201, 201])
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal((await create('different', 'key-1')).body[0].error, 'idempotency_key_reused')
  assert.equal((await create('x', 'bad key')).body[0].error, 'wrong_idempotency_key')
  const other = await openSession(api.owner, await addAccount(api.owner))
  assert.equal(
    (await create('others', 'key-1', other)).status,
    201,
    'keys of two accounts have nothing to do with each other',
  )
})

test('a key that failed may be tried again, and one older than a day is new', async () => {
  const block = (path: string) => api.call('POST', path, { as, headers: { 'idempotency-key': 'key-2' } })
  const child = await addAccount(api.owner, { parent: id })
  assert.equal((await block('/accounts/999999/block')).status, 404)
  assert.equal((await block(`/accounts/${child}/block`)).status, 204)
  assert.equal((await block(`/accounts/${child}/unblock`)).body[0].error, 'idempotency_key_reused')
  await api.owner.query(sql`update idempotent_answer set created_at = now() - interval '25 hours'`)
  assert.equal((await block(`/accounts/${child}/unblock`)).status, 204)
})

test('ten requests at once with one key do the work once', async () => {
  const create = () =>
    api.call('POST', '/accounts', { as, body: newUser('parallel'), headers: { 'idempotency-key': 'key-3' } })
  const replies = await Promise.all(Array.from({ length: 10 }, create))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [201])
  assert.equal(new Set(replies.map(({ body }) => body.id)).size, 1)
})

test('an answer with a secret is never kept', async () => {
  const setup = () =>
    api.call('POST', '/accounts/my_account/2fa/setup', { as, headers: { 'idempotency-key': 'key-4' } })
  const [one, other] = [await setup(), await setup()]
  assert.notEqual(one.body.key, other.body.key)
  assert.deepEqual(await api.owner.query(sql`select key from idempotent_answer where key = 'key-4'`), [])
})

test('an account has as many requests as its package allows, and Retry-After says when there are more', async () => {
  const [small] = await api.owner.query(
    sql<{ id: number }>`insert into package (name, maximum_requests_per_minute) values ('Small', 3) returning id`,
  )
  const parent = await addAccount(api.owner, { packageId: small?.id ?? 0 })
  const sessions = [
    await openSession(api.owner, parent),
    await openSession(api.owner, await addAccount(api.owner, { parent })),
  ]
  const statuses = []
  for (const index of [0, 1, 0, 1, 0])
    statuses.push((await api.call('GET', '/accounts', { as: sessions[index] })).status)
  assert.deepEqual(statuses, [200, 200, 200, 429, 429], 'additional users count with the account they act for')
  const refused = await api.call('GET', '/accounts', { as: sessions[0] })
  assert.equal(refused.body[0].error, 'too_many_requests')
  const seconds = Number(refused.headers['retry-after'])
  assert.ok(seconds >= 1 && seconds <= 60)
})

test('an address has a limit too, and an IPv6 subscriber is one address', async () => {
  await using limited = await startApi({ requestsPerMinute: 2 })
  const from = async (address: string) => (await limited.call('GET', '/system/my_ip_address', { from: address })).status
  assert.deepEqual(
    [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')],
    [200, 200, 429, 200],
  )
  assert.deepEqual(
    [
      await from('2001:db8::1'),
      await from('2001:db8::2'),
      await from('2001:db8:0:0:ffff::3'),
      await from('2001:db8:0:1::1'),
    ],
    [200, 200, 429, 200],
  )
})

test('what is not even HTTP gets the published shape', async () => {
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
      socket.write('GET / HTTP/9.9 nonsense\r\n\r\n'),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('close', () => resolve(text)).on('error', reject)
  })
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.equal(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')[0].error, 'malformed_request')
})

test('a database that cannot be reached is 503, not a fault of ours', async () => {
  await using unreachable = openDatabase('postgres://127.0.0.1:1/nothing')
  const error = await unreachable.query(sql`select 1`).catch((reason: unknown) => reason)
  assert.deepEqual(toDatabaseViolation(error, registry), { symbol: 'unavailable' })
  const cut = api.database.query(sql`select pg_sleep(10)`).catch((reason: unknown) => reason)
  while (
    (
      await api.owner.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep(10)%' and pid <> pg_backend_pid()`)
    ).length === 0
  );
  assert.deepEqual(toDatabaseViolation(await cut, registry), { symbol: 'unavailable' })
  assert.equal(
    (await api.call('GET', '/dictionaries/languages')).status,
    200,
    'the pool goes on with another connection',
  )
})

test('errors speak the language of the account where nothing else is asked for', async () => {
  const polish = await openSession(api.owner, await addAccount(api.owner, { language: 'pl' }))
  assert.equal((await api.call('GET', '/accounts/999999', { as: polish })).body[0].message, 'Nie ma takiego obiektu.')
  const english = { as: polish, headers: { 'accept-language': 'en' } }
  assert.equal((await api.call('GET', '/accounts/999999', english)).body[0].message, 'This object does not exist.')
})

test('one row takes fields and embed, and nothing that only a list can do', async () => {
  const reply = await api.call('GET', `/accounts/${id}?fields=id&limit=1&filter.id=1`, { as })
  assert.deepEqual(faultsOf(reply).sort(), [
    ['unknown_field', 'query.filter.id'],
    ['unknown_field', 'query.limit'],
  ])
  assert.deepEqual((await api.call('GET', `/accounts/${id}/language?fields=id`, { as })).body, { id: 'en' })
})

test('a body that is wrong in a hundred thousand places is answered at once, and briefly', async () => {
  const key = 'k'.repeat(200_000)
  const bodies = [
    ['/sessions', `{"${key}":[${'1e400,'.repeat(80_000)}0]}`],
    ['/sessions', `{${'"a":1,'.repeat(100_000)}"a":1}`],
    ['/error_types/search', `{"filters":{"name":[${'0,'.repeat(200_000)}0]}}`],
    [
      '/accounts/register',
      JSON.stringify({ ...newUser('slow'), user_data: { email_address: `a@${'.'.repeat(80_000)}@` } }),
    ],
  ] as const
  for (const [path, body] of bodies) {
    const started = performance.now()
    const reply = await api.call('POST', path, { body })
    assert.equal(reply.status, 400)
    assert.ok(reply.text.length < 100_000, `${path}: ${reply.text.length} characters`)
    assert.ok(performance.now() - started < 2000, `${path}: ${performance.now() - started} ms`)
  }
})

test('what only looks like a filter, a time or a key is a fault of the request', async () => {
  const told = async (path: string) => {
    const reply = await api.call('GET', path, { as })
    return [
      reply.status,
      ...reply.body.map(({ error, field }: { error: string; field?: string }) => `${error} ${field}`),
    ]
  }
  assert.deepEqual(await told('/error_types?filter.category_ids=x'), [400, 'unknown_field query.filters.category_ids'])
  assert.deepEqual(await told('/error_types?filter.name=a&filters=x'), [400, 'wrong_type query.filters'])
  const late = '/sessions?filter.created_at=9999-12-31T23:59:59-23:59'
  assert.deepEqual(await told(late), [400, 'wrong_format query.filters.created_at.0.argument'])
  assert.deepEqual(await told('/accounts/1%00/activate?token=x'), [404, 'not_found undefined'])
})

test('a user name that PostgreSQL cannot store does not hide why a request was rejected', async () => {
  for (const body of [{ username: 'a\0b' }, { username: '\ud800', token: '\0' }]) {
    const reply = await api.call('POST', '/services', { body })
    assert.equal(reply.status, 401, reply.text)
    assert.deepEqual(faultsOf(reply), [['authentication_required', undefined]])
  }
})

test('a rejection that the database cannot explain is answered in the published format', async () => {
  await api.owner.query(sql`alter table departed_key rename to departed_key_away`)
  try {
    const reply = await api.call('GET', '/accounts/1')
    assert.equal(reply.status, 500)
    assert.deepEqual(faultsOf(reply), [['internal_error', undefined]])
    assert.doesNotMatch(reply.text, /departed/)
  } finally {
    await api.owner.query(sql`alter table departed_key_away rename to departed_key`)
  }
})

test('a request whose client did not wait for the answer is logged and measured too', async () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  await using other = await startApi({ log })
  await addPackage(other.owner)
  const account = await addAccount(other.owner)
  const authorization = await openSession(other.owner, account)
  const url = `${await other.app.listen({ host: '127.0.0.1', port: 0 })}/v3/accounts/${account}`
  const client = new AbortController()
  await other.owner.transaction(async (tx) => {
    await tx.query(sql`select from account where id = ${account} for update`)
    const headers = { authorization, 'content-type': 'application/json' }
    const asked = fetch(url, { method: 'PUT', headers, body: '{"name":"Late"}', signal: client.signal })
    await waitForValue(async () => {
      const [waiting] = await other.owner.query(sql`select from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting
    })
    client.abort()
    await assert.rejects(asked, /abort/)
    const line = await waitForValue(async () => lines.find((one) => one.includes('"update_account"')))
    assert.equal(JSON.parse(line).status, 499)
  })
  await waitForValue(async () => {
    const [renamed] = await other.owner.query(sql`select from account where id = ${account} and name = 'Late'`)
    return renamed
  })
  assert.equal(lines.filter((one) => one.includes('"update_account"')).length, 1)
})

test('links, tokens and codes of an account that is moving to another cell are not rejected as wrong', async () => {
  const token = '0123456789abcdef'.repeat(2)
  const signed = `zz.${'x'.repeat(16)}`
  const reset = { account_id: 4242, token, new_password: 'correct horse battery staple' }
  const getStatuses = async () => [
    ...(await Promise.all(
      [`/confirm/${token}`, `/acknowledge/${signed}`, `/subscription/${signed}`, '/subscribe/moved-page'].map(
        async (url) => (await api.app.inject({ method: 'GET', url })).statusCode,
      ),
    )),
    (await api.call('GET', `/accounts/4242/activate?token=${token}`)).status,
    (await api.call('POST', '/system/reset_password/confirm', { body: reset })).status,
    (await api.call('POST', '/sso/sessions', { body: { code: token, code_verifier: 'v'.repeat(43) } })).status,
  ]
  assert.deepEqual(await getStatuses(), [404, 404, 404, 404, 422, 422, 401])
  await api.owner.query(sql`insert into departed_key (kind, name, tree_id) values
('secret', ${createHash('sha256').update(token).digest('hex')}, 1), ('id', 'accounts/4242', 1), ('page', 'moved-page', 1),
('id', 'acknowledge/zz', 1), ('id', 'subscription/zz', 1)`)
  assert.deepEqual(await getStatuses(), Array(7).fill(503))
})
