import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  createInstallationKeys,
  createSensorKeys,
  openBus,
  renderServerConfiguration,
  toPublicCurveKey,
} from '@wachta/bus'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, dumpDatabase, listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { type Broker, startBroker } from '@wachta/testing/broker'
import { sql } from 'kysely'
import type { SensorSettings } from '../src/platform/context.ts'
import { publishRevokedKeys } from '../src/platform/revocation.ts'

let api: TestApi
let broker: Broker
let account: number
let as: string
let settings: SensorSettings

before(async () => {
  const { keys, broker: identity } = await createInstallationKeys()
  broker = await startBroker(({ port, directory }) => renderServerConfiguration(identity, { port, store: directory }))
  settings = { cell: 'test', url: broker.url, urls: [broker.url], keys }
  api = await startApi({ sensors: settings })
  await addPackage(api.owner, { services: 100 })
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
})
after(async () => {
  await api[Symbol.asyncDispose]()
  await broker[Symbol.asyncDispose]()
})

const tokenFor = async (id: number) => (await api.call('POST', `/sensors/${id}/enrolment`, { as })).body.token as string
let visitors = 0

/** Each request comes from a new address; otherwise the throttle would answer. */
const enrol = (
  token: string,
  keys = createSensorKeys(),
  { target = api, protocol = { protocol: 2 } }: { target?: TestApi; protocol?: { protocol?: number } } = {},
) => {
  visitors += 1
  const from = `10.1.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`
  const body = { token, public_key: keys.userPublic, encryption_key: keys.curvePublic, ...protocol }
  return target.call('POST', '/sensors/enrol', { body, from })
}
const credentials = (id: number) =>
  api.owner.query(sql<{
    public_key: string
    encryption_key: string
    is_revoked: boolean
  }>`select public_key, encryption_key,
  revoked_at is not null as is_revoked from sensor_credential where sensor_id = ${id} order by created_at`)

test('a sensor enrols once with its token and gets its credentials', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const token = await tokenFor(id)
  const keys = createSensorKeys()
  const reply = await enrol(token, keys)
  assert.equal(reply.status, 200, reply.text)
  const { jwt, ...rest } = reply.body
  assert.deepEqual(rest, {
    sensor_id: id,
    cell: 'test',
    nats_urls: [broker.url],
    centre_key: toPublicCurveKey(settings.keys.encryption),
  })
  const claims = JSON.parse(Buffer.from(jwt.split('.')[1], 'base64url').toString())
  assert.equal(claims.sub, keys.userPublic)
  assert.equal(claims.name, `sensor-${id}`)
  assert.equal(claims.nats.issuer_account, settings.keys.account)
  assert.ok(claims.nats.pub.allow.includes(`own.live.test.*.${id}`), 'a private sensor has subjects of its own')
  assert.ok(!claims.nats.pub.allow.includes(`res.live.test.*.${id}`))
  assert.deepEqual(await credentials(id), [
    { public_key: keys.userPublic, encryption_key: keys.curvePublic, is_revoked: false },
  ])
  const again = await enrol(token)
  assert.deepEqual([again.status, listErrors(again)], [422, [['invalid_token']]])
  assert.ok(!(await dumpDatabase(api.owner)).includes(jwt), 'the token for the broker is kept nowhere')
})

test('a private sensor of an old protocol is rejected as too old and keeps its token', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const keys = createSensorKeys()
  await enrol(await tokenFor(id), keys)
  const token = await tokenFor(id)
  for (const protocol of [{}, { protocol: 1 }]) {
    const refused = await enrol(token, createSensorKeys(), { protocol })
    assert.deepEqual([refused.status, listErrors(refused)], [422, [['sensor_too_old']]])
    assert.match(refused.text, /Upgrade the sensor/)
  }
  assert.deepEqual(
    (await credentials(id)).map(({ public_key, is_revoked }) => [public_key, is_revoked]),
    [[keys.userPublic, false]],
    'what it has stays good',
  )
  assert.equal((await enrol(token)).status, 200, 'the token was not used up')
})

test('a public sensor of any protocol version can enrol', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const token = await tokenFor(id)
  await api.owner.query(sql`update sensor set owner_id = null where id = ${id}`)
  const reply = await enrol(token, createSensorKeys(), { protocol: {} })
  assert.equal(reply.status, 200, reply.text)
})

test('of concurrent enrolments with one token, exactly one succeeds', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const token = await tokenFor(id)
  const replies = await Promise.all(Array.from({ length: 8 }, () => enrol(token)))
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  assert.equal((await credentials(id)).length, 1)
})

test('wrong, used and expired tokens get the same error', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const expired = await tokenFor(id)
  await api.owner.query(
    sql`update sensor_enrolment set expires_at = now() - interval '1 second' where sensor_id = ${id}`,
  )
  const replies = [await enrol(expired), await enrol('0'.repeat(32)), await enrol('x')]
  for (const { status, text } of replies) assert.deepEqual([status, text], [replies[0]?.status, replies[0]?.text])
  assert.deepEqual(await credentials(id), [])
})

test('enrolling again revokes the former credentials, and a known key is rejected', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const first = createSensorKeys()
  await enrol(await tokenFor(id), first)
  await enrol(await tokenFor(id))
  assert.deepEqual(
    (await credentials(id)).map(({ is_revoked }) => is_revoked),
    [true, false],
  )
  const token = await tokenFor(id)
  const refused = await enrol(token, first)
  assert.deepEqual(listErrors(refused), [['already_taken', 'data.public_key']])
  assert.equal((await enrol(token)).status, 200, 'the token was not used up')
})

test('malformed keys are rejected', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const token = await tokenFor(id)
  const { userPublic, curvePublic } = createSensorKeys()
  const refused = await enrol(token, { ...createSensorKeys(), userPublic: curvePublic, curvePublic: userPublic })
  assert.deepEqual(listErrors(refused), [
    ['wrong_format', 'data.public_key'],
    ['wrong_format', 'data.encryption_key'],
  ])
})

test('credentials can be revoked with the permission to enrol, and the audit log records it', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const keys = createSensorKeys()
  await enrol(await tokenFor(id), keys)
  const unused = await tokenFor(id)
  const stranger = await openSession(api.owner, await addAccount(api.owner))
  assert.equal((await api.call('POST', `/sensors/${id}/revoke`, { as: stranger })).status, 404)
  for (let time = 0; time < 2; time += 1)
    assert.equal((await api.call('POST', `/sensors/${id}/revoke`, { as })).status, 204)
  assert.deepEqual(
    (await credentials(id)).map(({ is_revoked }) => is_revoked),
    [true],
  )
  assert.equal((await enrol(unused)).status, 422, 'a token that was not used is worthless too')
  const audit = await api.call('GET', `/accounts/${account}/logs/audit?limit=1000`, { as })
  const lines = audit.body.filter(
    (line: { resource: string; object_id: string }) =>
      line.resource === 'sensor_credential' && line.object_id === String(id),
  )
  assert.deepEqual(lines.map(({ operation }: { operation: string }) => operation).sort(), [
    'enrol_sensor',
    'revoke_sensor',
  ])
})

test('enrolment attempts from one address are limited', async () => {
  const body = { token: 'x', public_key: createSensorKeys().userPublic, encryption_key: createSensorKeys().curvePublic }
  const statuses: number[] = []
  for (let time = 0; time < 32; time += 1)
    statuses.push((await api.call('POST', '/sensors/enrol', { body, from: '203.0.113.9' })).status)
  assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([422]))
  assert.deepEqual(statuses.slice(30), [429, 429])
})

test('an installation without keys rejects enrolments with the reason', async () => {
  await using bare = await startApi()
  const reply = await enrol('x', createSensorKeys(), { target: bare })
  assert.deepEqual([reply.status, listErrors(reply)], [422, [['sensors_not_configured']]])
})

test('revocations are published later if the broker is not available', async () => {
  const id = await addSensor(api.owner, { owner: account })
  await enrol(await tokenFor(id))
  await api.owner.query(sql`delete from sensor where id = ${id}`)
  await assert.rejects(publishRevokedKeys(api.database, { ...settings, url: 'nats://127.0.0.1:1' }))
  const untold = await api.owner.query(sql`select from sensor_credential where pushed_at is not null`)
  assert.equal(untold.length, 0)
})

test('the broker disconnects a revoked sensor', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const own = createSensorKeys()
  const { jwt, cell, nats_urls } = (await enrol(await tokenFor(id), own)).body
  const credentials = { jwt, seed: own.userSeed }
  const options = {
    url: nats_urls.join(','),
    cell,
    name: 'sensor',
    sensor_id: id,
    credentials,
    retriesFirstConnection: false,
  }
  // Pushes the revocations of the tests above.
  assert.ok((await publishRevokedKeys(api.database, settings)) > 0)
  await using bus = await openBus(options)
  const lost = new Promise<void>((resolve) => bus.session.addEventListener('abort', () => resolve()))
  assert.equal((await api.call('POST', `/sensors/${id}/revoke`, { as })).status, 204)
  assert.equal(await publishRevokedKeys(api.database, settings), 1)
  await lost
  await assert.rejects(openBus(options), /authorization/i)
  assert.equal(await publishRevokedKeys(api.database, settings), 0, 'it is told once')
})
