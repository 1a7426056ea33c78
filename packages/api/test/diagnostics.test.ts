import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let as: string
let stranger: string
let sensor: number
let account: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
  stranger = await openSession(api.owner, await addAccount(api.owner))
  sensor = await addSensor(api.owner)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const settings = { dns_server: '192.0.2.53', address: 'example.com', record_type: 'A' }
const ask = (body: object, session = as) => api.call('POST', '/system/dns_diagnostics', { as: session, body })

test('a diagnostic waits for its sensor, and its result is visible to the account that ran it', async () => {
  const asked = await ask({ sensor_id: sensor, settings })
  assert.equal(asked.status, 201, asked.text)
  assert.match(asked.body.id, /^[0-9a-f]{40}$/)
  const path = `/system/dns_diagnostics/${asked.body.id}`
  const waiting = { id: asked.body.id, sensor_id: sensor, settings, status: 'pending', results: null }
  assert.deepEqual((await api.call('GET', path, { as })).body, waiting)
  await api.owner.query(
    sql`update diagnostic set status = 'completed', results = '";; ANSWER"' where id = ${asked.body.id}`,
  )
  assert.deepEqual((await api.call('GET', path, { as })).body, {
    ...waiting,
    status: 'completed',
    results: ';; ANSWER',
  })

  assert.equal((await api.call('GET', path, { as: stranger })).status, 404)
  assert.equal((await api.call('DELETE', path, { as: stranger })).status, 404)
  assert.equal((await api.call('GET', path.replace('dns', 'traceroute'), { as })).status, 404)
  assert.equal((await api.call('DELETE', path, { as })).status, 204)
  assert.equal((await api.call('GET', path, { as })).status, 404)
})

test('a traceroute has hops', async () => {
  const asked = await api.call('POST', '/system/traceroute_diagnostics', {
    as,
    body: { sensor_id: sensor, settings: { address: '192.0.2.1' } },
  })
  assert.equal(asked.status, 201, asked.text)
  const hops = [{ hop: 1, address: '192.0.2.9', name: null, times: [1.5, null, 2] }]
  await api.owner.query(
    sql`update diagnostic set status = 'completed', results = ${JSON.stringify(hops)}::jsonb where id = ${asked.body.id}`,
  )
  const { body } = await api.call('GET', `/system/traceroute_diagnostics/${asked.body.id}`, { as })
  assert.deepEqual([body.status, body.results, body.message], ['completed', hops, null])
  await api.owner.query(sql`update diagnostic set results = '"no route"' where id = ${asked.body.id}`)
  const { body: failed } = await api.call('GET', `/system/traceroute_diagnostics/${asked.body.id}`, { as })
  assert.deepEqual([failed.results, failed.message], [[], 'no route'])
})

test('a traceroute takes IPv6 addresses and names with underscores, but no port, zone or network', async () => {
  const trace = (address: string) =>
    api.call('POST', '/system/traceroute_diagnostics', { as, body: { sensor_id: sensor, settings: { address } } })
  for (const address of ['2001:db8::1', '::ffff:192.0.2.1', 'build_1.example.com', 'www.example.com'])
    assert.equal((await trace(address)).status, 201, address)
  for (const address of ['example.com:443', '[2001:db8::1]', 'fe80::1%eth0', '2001:db8::/32', '1:2', 'a b:c']) {
    const { status, body } = await trace(address)
    assert.deepEqual([status, body.length, body[0].field], [400, 1, 'data.settings.address'], address)
  }
  for (const body of [null, [], {}, { sensor_id: sensor, settings: null }])
    assert.equal((await api.call('POST', '/system/traceroute_diagnostics', { as, body })).status, 400)
})

test('an invalid diagnostic is rejected with the field', async () => {
  const wrong = [
    [{ ...settings, address: '-f/etc/passwd' }, 'data.settings.address'],
    [{ ...settings, address: 'a b' }, 'data.settings.address'],
    [{ ...settings, dns_server: '::1' }, 'data.settings.dns_server'],
    [{ ...settings, record_type: 'ANY' }, 'data.settings.record_type'],
    [{ ...settings, extra: 1 }, 'data.settings.extra'],
  ] as const
  for (const [given, field] of wrong) {
    const reply = await ask({ sensor_id: sensor, settings: given })
    assert.deepEqual([reply.status, reply.body[0].field], [400, field])
  }
  assert.deepEqual(listErrors(await ask({ sensor_id: 999_999, settings })), [['unknown_reference', 'data.sensor_id']])
  const off = await addSensor(api.owner, { active: false })
  assert.deepEqual(listErrors(await ask({ sensor_id: off, settings })), [['sensor_not_available', 'data.sensor_id']])
  const foreign = await addSensor(api.owner, { owner: await addAccount(api.owner) })
  assert.deepEqual(listErrors(await ask({ sensor_id: foreign, settings })), [['unknown_reference', 'data.sensor_id']])
  const reader = await openSession(api.owner, await addAccount(api.owner, { parent: account, readOnly: true }))
  assert.equal((await ask({ sensor_id: sensor, settings }, reader)).status, 403)
})

test('a diagnostic is deleted after a day, and an account has an hourly limit', async () => {
  const { body } = await ask({ sensor_id: sensor, settings })
  await api.owner.query(sql`update diagnostic set expires_at = expires_at - interval '24 hours' where id = ${body.id}`)
  assert.equal((await api.call('GET', `/system/dns_diagnostics/${body.id}`, { as })).status, 404)
  await api.owner.query(sql`insert into diagnostic (id, owner_id, kind, sensor_id, settings, expires_at)
select lpad(to_hex(n), 40, '0'), ${account}, 'dns', ${sensor}, '{}', now() + interval '1 day' from generate_series(1, 60) n`)
  const refused = await ask({ sensor_id: sensor, settings })
  assert.deepEqual([refused.status, listErrors(refused)], [429, [['too_many_for_now']]])
  // Deleted diagnostics are gone, but still count towards the limit.
  for (const n of ['1', '2']) {
    const path = `/system/dns_diagnostics/${n.padStart(40, '0')}`
    assert.equal((await api.call('DELETE', path, { as })).status, 204)
    assert.equal((await api.call('GET', path, { as })).status, 404)
    assert.equal((await api.call('DELETE', path, { as })).status, 404)
  }
  assert.equal((await ask({ sensor_id: sensor, settings })).status, 429)
})

test('the status of a sensor is that of its last heartbeat', async () => {
  const path = `/sensors/${sensor}/status`
  const silent = {
    online: false,
    last_seen: null,
    version: null,
    clock_offset_ms: null,
    lag_ms: null,
    self_check: null,
    running: null,
    waiting: null,
    hosts: null,
    browser_able: null,
    browser_reason: null,
    quarantined: false,
    reason: null,
  }
  assert.deepEqual((await api.call('GET', path)).body, silent)
  await api.owner.query(sql`insert into sensor_state (sensor_id, last_seen, version, clock_offset_ms, lag_ms, quarantined, reason, browser_able, browser_reason, report)
values (${sensor}, '2026-11-15T12:00:00Z', '0.1.0', -3, 12, true, 'errors', false, 'no chromium', '{"self_check": false, "running": 3, "spooled": 41, "hosts": 2}')`)
  api.clock = new Date('2026-11-15T12:00:29Z')
  const seen = {
    online: true,
    last_seen: '2026-11-15T12:00:00Z',
    version: '0.1.0',
    clock_offset_ms: -3,
    lag_ms: 12,
    self_check: false,
    running: 3,
    waiting: 41,
    hosts: 2,
    browser_able: false,
    browser_reason: 'no chromium',
    quarantined: true,
    reason: 'errors',
  }
  assert.deepEqual((await api.call('GET', path)).body, seen)
  api.clock = new Date('2026-11-15T12:00:31Z')
  assert.equal((await api.call('GET', path)).body.online, false)
  api.clock = null
  const foreign = await addSensor(api.owner, { owner: account })
  assert.equal((await api.call('GET', `/sensors/${foreign}/status`)).status, 404)
  assert.equal((await api.call('GET', `/sensors/${foreign}/status`, { as })).status, 200)
})
