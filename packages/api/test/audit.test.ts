import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let id: number
let as: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  id = await addAccount(api.owner, { username: 'audited' })
  as = await openSession(api.owner, id)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const log = async () => (await api.call('GET', `/accounts/${id}/logs/audit?limit=1000`, { as })).body
const faults = (tree = id) =>
  api.owner.query(sql<{ id: number; fault: string }>`select * from audit_faults(${tree}) order by id`)

test('an audit entry records who changed what, before, after, when and from where', async () => {
  const reply = await api.call('PUT', `/accounts/${id}`, {
    as,
    from: '192.0.2.9',
    body: { name: 'After', language_id: 'pl' },
  })
  const [entry] = await log()
  const { id: _1, hash, time, session_id, ...rest } = entry
  assert.deepEqual(rest, {
    sequence: 1,
    account_id: id,
    actor_id: id,
    actor_scope: 'customer',
    request_id: reply.headers['x-request-id'],
    operation: 'update_account',
    resource: 'account',
    object_id: String(id),
    before: { name: 'Account audited', language_id: 'en' },
    after: { name: 'After', language_id: 'pl' },
    client_ip_address: '192.0.2.9',
    api_key_id: null,
    application_id: null,
    client: null,
    is_erased: false,
  })
  assert.match(hash, /^[0-9a-f]{64}$/)
  assert.ok(session_id > 0 && Math.abs(Date.parse(time) - Date.now()) < 10_000)
})

test('requests that change nothing or fail leave no audit entry', async () => {
  const before = (await log()).length
  assert.equal((await api.call('PUT', `/accounts/${id}`, { as, body: { name: 'After' } })).status, 204)
  assert.equal(
    (await api.call('PUT', `/accounts/${id}`, { as, body: { name: 'Other', language_id: 'xx' } })).status,
    422,
  )
  assert.equal((await log()).length, before)
})

test('every successful change leaves an audit entry', async () => {
  const child = await addAccount(api.owner, { parent: id })
  const paths: [string, string, unknown?][] = [
    ['PUT', '/user_data/my_user_data', { address: 'Somewhere 1' }],
    ['PUT', '/user_data/my_user_data/settings/theme', '"dark"'],
    ['DELETE', '/user_data/my_user_data/settings/theme'],
    ['POST', `/accounts/${child}/block`],
    ['POST', `/accounts/${child}/unblock`],
    ['DELETE', `/accounts/${child}`],
    ['POST', '/accounts/my_account/2fa/setup'],
  ]
  for (const [method, path, body] of paths) {
    const [before] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from audit`)
    const reply = await api.call(method, path, { as, body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    const [after] = await api.owner.query(sql<{ count: number }>`select count(*)::int as count from audit`)
    assert.equal(after?.count, (before?.count ?? 0) + 1, `${method} ${path}`)
  }
})

test('diagnostics and heartbeat URLs leave an audit entry; the reports of a job do not', async () => {
  await api.owner.query(sql`update package set can_force_custom_analyses = true`)
  const [sensor] = await api.owner.query(
    sql<{ id: number }>`insert into sensor (name, category_ids) values ('Public', '{default}') returning id`,
  )
  const page = await createTestService(api, as, { sensor_ids: [sensor?.id] })
  const job = await createTestService(api, as, { type_id: 'heartbeat', address: 'nightly' })
  const count = async () =>
    (await api.owner.query(sql<{ count: number }>`select count(*)::int as count from audit`))[0]?.count ?? 0
  const entriesOf = async (method: string, path: string, body?: unknown) => {
    const before = await count()
    const reply = await api.call(method, path, { as, body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return { entries: (await count()) - before, reply }
  }
  const soon = new Date(Date.now() + 3_600_000).toISOString()
  const dns = { dns_server: '192.0.2.53', address: 'secret.example.com', record_type: 'A' }
  const asked = await entriesOf('POST', '/system/dns_diagnostics', { sensor_id: sensor?.id, settings: dns })
  const token = await entriesOf('POST', `/services/${job}/heartbeat_token`)
  const others: [string, string, unknown?][] = [
    ['POST', `/services/${page}/force_analysis`],
    ['POST', '/services/bulk_force_analysis', { ids: [page] }],
    ['POST', `/services/${page}/force_custom_analysis`, { address: 'secret.example.com' }],
    ['POST', `/services/${page}/schedule_custom_analysis`, { start_time: soon }],
    ['DELETE', `/system/dns_diagnostics/${asked.reply.body.id}`],
  ]
  assert.deepEqual([asked.entries, token.entries], [1, 1])
  for (const [method, path, body] of others) assert.equal((await entriesOf(method, path, body)).entries, 1, path)
  const [dump] = await api.owner.query(sql<{ text: string }>`select string_agg(a::text, '') as text from audit a`)
  assert.ok(!dump?.text.includes('secret.example.com'))
  // Reports of a job are not audited: they arrive every few minutes, and are kept where users look for them.
  const { pathname } = new URL(token.reply.body.url)
  for (const method of ['GET', 'POST']) assert.equal((await entriesOf(method, pathname)).entries, 0)
})

test('secrets never appear in the audit log', async () => {
  const secret = 'a very secret goldfinch 42'
  const user = { name: 'X', username: 'canary', password: secret, user_data: { email_address: 'c@example.com' } }
  assert.equal((await api.call('POST', '/accounts', { as, body: user })).status, 201)
  const setup = await api.call('POST', '/accounts/my_account/2fa/setup', { as })
  const [dump] = await api.owner.query(
    sql<{
      text: string
    }>`select (select string_agg(a::text, '') from audit a) || (select string_agg(p::text, '') from audit_personal p) as text`,
  )
  const text = dump?.text ?? ''
  assert.ok(text.includes('canary'))
  for (const word of [secret, setup.body.key, as.slice(7), '$argon2id$']) assert.ok(!text.includes(word), word)
})

test('personal data is only in the erasable part', async () => {
  await api.call('PUT', '/user_data/my_user_data', {
    as,
    body: { contact_person: 'Zofia Nowak', email_address: 'zofia@example.com' },
  })
  const [kept] = await api.owner.query(sql<{ text: string }>`select string_agg(a::text, '') as text from audit a`)
  assert.ok(kept && !/Zofia|zofia@|192\.0\.2/.test(kept.text))
  assert.equal((await log()).at(-1).after.contact_person, 'Zofia Nowak')
})

test('the application role can neither change nor delete audit entries', async () => {
  const attempts = [
    sql`update audit set operation = 'x'`,
    sql`delete from audit`,
    sql`truncate audit cascade`,
    sql`insert into audit (tree_id, sequence, time, actor_scope, request_id, operation, resource, object_id, hash) values (1, 99, now(), 'x', 'x', 'x', 'x', 'x', '')`,
    sql`delete from audit_personal`,
    sql`update audit_personal set data = '{}'`,
    sql`drop table audit`,
    sql`alter table audit disable trigger all`,
    sql`create table mine (id int)`,
  ]
  for (const attempt of attempts) await assert.rejects(api.database.query(attempt), { code: '42501' })
  await assert.rejects(api.database.query(sql`select erase_audit_personal(${id})`), /not gone/)
})

test('the hash chain reveals an entry that was changed directly in the database', async () => {
  assert.deepEqual(await faults(), [])
  const [victim] = await api.owner.query(
    sql<{
      id: number
      after: string
    }>`select id, after::text from audit where tree_id = ${id} and operation = 'update_user_data' order by id limit 1`,
  )
  await api.owner.query(sql`update audit set after = '{"forged": true}' where id = ${victim?.id}`)
  assert.deepEqual(await faults(), [{ id: victim?.id, fault: 'the entry was changed' }])
  await api.owner.query(sql`update audit set after = ${victim?.after}::jsonb where id = ${victim?.id}`)
  assert.deepEqual(await faults(), [])
  const [personal] = await api.owner.query(
    sql<{
      audit_id: number
      data: string
    }>`select audit_id, data::text from audit_personal where part = 'actor' and audit_id = ${victim?.id}`,
  )
  await api.owner.query(
    sql`update audit_personal set data = '{"address": "198.51.100.1"}' where audit_id = ${victim?.id} and part = 'actor'`,
  )
  assert.deepEqual(await faults(), [{ id: victim?.id, fault: 'its personal data was changed' }])
  await api.owner.query(
    sql`update audit_personal set data = ${personal?.data}::jsonb where audit_id = ${victim?.id} and part = 'actor'`,
  )
  await api.owner.query(sql`delete from audit_personal where audit_id = ${victim?.id}`)
  await api.owner.query(sql`delete from audit where id = ${victim?.id}`)
  assert.deepEqual(
    (await faults()).map(({ fault }) => fault),
    ['an entry before it is missing'],
  )
})

test('concurrent writers of one account tree produce one chain', async () => {
  const root = await addAccount(api.owner)
  const child = await addAccount(api.owner, { parent: root })
  const sessions = [await openSession(api.owner, root), await openSession(api.owner, child)]
  const writes = Array.from({ length: 40 }, (_, index) =>
    api.call('PUT', `/user_data/my_user_data/settings/key_${index}`, { as: sessions[index % 2], body: String(index) }),
  )
  assert.deepEqual([...new Set((await Promise.all(writes)).map(({ status }) => status))], [204])
  assert.deepEqual(await faults(root), [])
  const [chain] = await api.owner.query(
    sql<{
      count: number
      last: number
    }>`select count(*)::int as count, max(sequence)::int as last from audit where tree_id = ${root}`,
  )
  assert.deepEqual([chain?.count, chain?.last], [40, 40])
})
