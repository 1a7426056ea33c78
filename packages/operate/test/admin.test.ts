import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createVault } from '@wachta/runtime/vault'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { runInProcess as ranIn } from '@wachta/testing/processes/command'
import { sql } from 'kysely'

const entry = (name: string) => `${name}:${randomBytes(32).toString('base64')}`
const former = entry('former')
let api: TestApi
let account: number
const environment: NodeJS.ProcessEnv = {}
const ran = (...words: string[]) => ranIn(environment, ...words)

before(async () => {
  api = await startApi({ keys: former })
  environment['DATABASE_URL'] = api.test.url
  await addPackage(api.owner, { interval: 5, sensors: 5 })
  account = await addAccount(api.owner)
})
after(() => api[Symbol.asyncDispose]())

async function json(...words: string[]) {
  const { code, out, error } = await ran(...words, '--json')
  assert.equal(code, 0, error)
  return JSON.parse(out)
}

/** The newest audit entries, latest first. */
const audited = async (count: number) =>
  api.owner.query(
    sql<object>`select operation, resource, object_id, actor_id, actor_scope from audit order by id desc limit ${count}`,
  )

test('a sensor is registered, enrolled and revoked by the rules of the API, and recorded in the audit log', async () => {
  const { id } = await json('admin', 'sensors', 'create', '--name', 'Gdynia', '--country', 'PL')
  const listed = await json('admin', 'sensors', 'list')
  assert.deepEqual(
    listed.map((each: { id: number; name: string; country_code: string }) => [each.id, each.name, each.country_code]),
    [[id, 'Gdynia', 'PL']],
  )
  const { token } = await json('admin', 'sensors', 'token', String(id))
  assert.match(token, /^\S{20,}$/)
  await api.owner.query(
    sql`insert into sensor_credential (public_key, sensor_id, encryption_key) values ('U', ${id}, 'X')`,
  )
  await json('admin', 'sensors', 'revoke', String(id))
  const [state] = await api.owner.query(sql<object>`select (select count(*)::int from sensor_enrolment) as tokens,
  (select count(*)::int from sensor_credential where revoked_at is null) as credentials`)
  assert.deepEqual(state, { tokens: 0, credentials: 0 })
  const by = { object_id: String(id), actor_id: null, actor_scope: 'system' }
  assert.deepEqual(await audited(3), [
    { operation: 'revoke_sensor', resource: 'sensor_credential', ...by },
    { operation: 'create_sensor_enrolment', resource: 'sensor_enrolment', ...by },
    { operation: 'create_sensor', resource: 'sensor', ...by },
  ])
})

test('a private sensor has its location and its owner', async () => {
  const options = ['--name', 'Cellar', '--location', 'Radom', '--owner', String(account)]
  const { id } = await json('admin', 'sensors', 'create', ...options)
  const rows = await api.owner.query(sql<object>`select location, owner_id from sensor where id = ${id}`)
  assert.deepEqual(rows, [{ location: 'Radom', owner_id: account }])
  await api.owner.query(sql`delete from sensor where id = ${id}`)
})

test('requests that the API rejects are rejected here with a message, and change nothing', async () => {
  const wrong = await ran('admin', 'sensors', 'create', '--name', 'x'.repeat(65))
  assert.deepEqual([wrong.code, wrong.out], [1, ''])
  assert.match(wrong.error, /^wachta: name: /)
  const polish = await ran('admin', 'sensors', 'token', '4711', '--language', 'pl')
  assert.deepEqual([polish.code, /Nie ma|nie/i.test(polish.error)], [1, true], polish.error)
  assert.equal((await ran('admin', 'sensors', 'revoke', 'all')).code, 2)
  assert.equal((await json('admin', 'sensors', 'list')).length, 1)
})

test('the limit of an existing package can be changed', async () => {
  const [first] = await json('admin', 'packages', 'list')
  await json('admin', 'packages', 'set-limit', String(first.id), 'maximum_services', '77')
  const [after] = await json('admin', 'packages', 'list')
  assert.equal(after.maximum_services, 77)
  const [entry] = await audited(1)
  assert.deepEqual(entry, {
    ...{ operation: 'update_admin_package', resource: 'admin_package', object_id: String(first.id) },
    ...{ actor_id: null, actor_scope: 'system' },
  })
  assert.equal((await ran('admin', 'packages', 'set-limit', '1', 'name', '5')).code, 2)
  assert.equal((await ran('admin', 'packages', 'set-limit', '1', 'maximum_services', 'many')).code, 2)
})

test('secrets of services and their revisions are encrypted again with a new key; then the former key is not needed', async () => {
  const as = await openSession(api.owner, account)
  const sensor = await addSensor(api.owner)
  const id = await createTestService(api, as, {
    ...{ type_id: 'https', address: 'www.example.com', sensor_ids: [sensor] },
    extended_settings: { username: 'u', password: 'three lanterns' },
  })
  await api.call('POST', `/accounts/${account}/signing_keys`, { as })
  const stored = async () => {
    const [row] = await api.owner.query(sql<{
      service: Record<string, string>
      revision: Record<string, string>
    }>`select
  (select secrets from service where id = ${id}) as service,
  (select configuration -> 'secrets' from service_revision where service_id = ${id} and effective_to is null) as revision`)
    return row
  }
  assert.match(Object.values((await stored())?.service ?? {})[0] ?? '', /^v1\.former\./)

  const current = entry('current')
  environment['SECRET_KEYS'] = current
  const lost = await ran('admin', 'keys', 'rotate', '--json')
  assert.equal(lost.code, 3, 'without the former key nothing can be read, and nothing is changed')
  assert.match(Object.values((await stored())?.service ?? {})[0] ?? '', /^v1\.former\./)

  environment['SECRET_KEYS'] = `${current},${former}`
  const { resealed, unreadable } = await json('admin', 'keys', 'rotate')
  assert.ok(resealed >= 2)
  assert.equal(unreadable, 0)
  const { service, revision } = (await stored()) ?? { service: {}, revision: {} }
  assert.deepEqual(service, revision)
  const [[setting = '', sealed = ''] = []] = Object.entries(service)
  const context = ['service', String(account), String(id), setting]
  assert.equal(createVault(current).open(sealed, context), 'three lanterns')
  assert.equal((await json('admin', 'keys', 'rotate')).resealed, 0)
})

test('a generated entry for SECRET_KEYS is accepted by the vault', async () => {
  const { out } = await ran('admin', 'keys', 'secret', '--name', 'fresh')
  assert.ok(createVault(out.trim()).seal('x', []).startsWith('v1.fresh.'))
  assert.notEqual((await ran('admin', 'keys', 'secret', '--name', 'fresh')).out, out)
  assert.equal((await ran('admin', 'keys', 'secret', '--name', 'a:b')).code, 2)
})
