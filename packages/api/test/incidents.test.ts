import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { addSensor, createTestService, listErrors } from '@wachta/testing/api/configuration'
import { addAlert, addNotification, readJobPayloads } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let reader: string
let stranger: string
let down: number
let alsoDown: number
let slow: number

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 1000 })
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  stranger = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
  down = await create('/events', { name: 'Down' })
  alsoDown = await create('/events', { name: 'Down for the manager' })
  slow = await create('/events', { name: 'Slow', kind: 'performance' })
})
after(() => api[Symbol.asyncDispose]())

test('all alerts of one outage are one incident; another kind of problem is another incident', async () => {
  const service = await createTestService(api, anna, { name: 'Shop' })
  await addAlert(api.owner, { service, start: ago(600) })
  await addAlert(api.owner, { service, event: down, start: ago(500) })
  await addAlert(api.owner, { service, event: alsoDown, start: ago(400) })
  await addAlert(api.owner, { service, event: slow, start: ago(300) })
  const found = await api.call('POST', '/incidents/search', {
    as: anna,
    body: {
      filters: { service_id: [service], state: ['open'] },
      fields: ['kind', 'state', 'event_ids'],
      embed: ['service.name'],
      sort: [{ field: 'start_time' }],
    },
  })
  assert.deepEqual(found.body, [
    { kind: 'failure', state: 'open', event_ids: [down, alsoDown], service: { name: 'Shop' } },
    { kind: 'performance', state: 'open', event_ids: [slow], service: { name: 'Shop' } },
  ])
})

test('an incident is resolved with its last alert, and the next outage is a new one', async () => {
  const service = await createTestService(api, anna)
  const legacy = await addAlert(api.owner, { service, start: ago(600) })
  const ofRule = await addAlert(api.owner, { service, event: down, start: ago(500) })
  await end(legacy, ago(300))
  assert.equal((await onlyIncident(service)).state, 'open', 'the alert rule waits before it ends its alert')
  await end(ofRule, ago(200))
  const { state, end_time, end_reason } = await onlyIncident(service)
  assert.equal(state, 'resolved')
  assert.equal(end_reason, 'recovered')
  assert.ok(Math.abs(Date.parse(end_time ?? '') - ago(200).getTime()) < 5000)
  await addAlert(api.owner, { service, start: ago(100) })
  assert.deepEqual(
    (await incidentsOf(service)).map((each) => each.state),
    ['resolved', 'open'],
  )
})

test('outages that are recorded in another order than they happened stay apart', async () => {
  const service = await createTestService(api, anna)
  for (const start of [100, 300, 200]) await addAlert(api.owner, { service, start: ago(start), end: ago(start - 50) })
  assert.equal((await incidentsOf(service)).length, 3)
})

test('acknowledging an incident stops the escalation of all its alerts, also of those that start later', async () => {
  const service = await createTestService(api, anna)
  const first = await addAlert(api.owner, { service, event: down, start: ago(600) })
  const second = await addAlert(api.owner, { service, event: alsoDown, start: ago(500) })
  const { id } = await onlyIncident(service)
  assert.deepEqual(await acknowledgedAlerts(service), [], 'not acknowledged yet')
  const acknowledged = await api.call('POST', `/incidents/${id}/acknowledge`, { as: anna, body: { note: 'On it' } })
  assert.equal(acknowledged.status, 204, acknowledged.text)
  const third = await addAlert(api.owner, { service, start: ago(10) })
  assert.deepEqual(await acknowledgedAlerts(service), [first, second, third])
  assert.deepEqual(await statusesOf(service), ['disabled', 'disabled'])
  const { state, acknowledged_by } = await onlyIncident(service)
  assert.deepEqual([state, acknowledged_by], ['acknowledged', 'Anna'])
  const jobs = await readJobPayloads(api.owner, 'tell')
  assert.ok(jobs.some((job) => Object.values(job).flat().includes(first)))
})

test('an acknowledgement can be undone, and then every alert escalates again', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event: down, start: ago(600) })
  await addAlert(api.owner, { service, event: alsoDown, start: ago(500) })
  const { id } = await onlyIncident(service)
  await api.call('POST', `/incidents/${id}/acknowledge`, { as: anna })
  assert.equal((await api.call('POST', `/incidents/${id}/unacknowledge`, { as: anna })).status, 204)
  assert.equal((await onlyIncident(service)).state, 'open')
  assert.deepEqual(await acknowledgedAlerts(service), [])
  assert.deepEqual(await statusesOf(service), ['active', 'active'])
  const history = await api.owner.query(sql<{ status: string }>`select status from event_status_change
where service_id = ${service} and event_id = ${down} order by start_time`)
  assert.deepEqual(
    history.map(({ status }) => status),
    ['active', 'disabled', 'active'],
  )
  assert.deepEqual(await entriesOf(id), ['acknowledged Anna', 'unacknowledged Anna'])
})

test('acknowledging twice changes nothing, another person takes the incident over', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event: down, start: ago(60) })
  const { id } = await onlyIncident(service)
  const colleague = await openSession(api.owner, await addAccount(api.owner, { parent: owner, name: 'Piotr' }))
  for (const as of [anna, anna, colleague])
    assert.equal((await api.call('POST', `/incidents/${id}/acknowledge`, { as })).status, 204)
  assert.equal((await onlyIncident(service)).acknowledged_by, 'Piotr')
  assert.deepEqual(await entriesOf(id), ['acknowledged Anna', 'acknowledged Piotr'])
})

test('the audit log has the state that an incident had before, also if it was flapping', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event: down, start: ago(60) })
  const { id } = await onlyIncident(service)
  await api.call('POST', `/incidents/${id}/acknowledge`, { as: anna })
  await api.call('POST', `/incidents/${id}/unacknowledge`, { as: anna })
  await api.owner.query(sql`update incident set is_flapping = true where id = ${id}`)
  await api.call('POST', `/incidents/${id}/acknowledge`, { as: anna })
  await api.call('POST', `/incidents/${id}/unacknowledge`, { as: anna })
  const audited = await api.owner.query(sql<{ before: string; after: string }>`select before ->> 'state' as before,
  after ->> 'state' as after from audit where resource = 'incident' and object_id = ${String(id)} order by id`)
  assert.deepEqual(
    audited.map(({ before: state, after: next }) => `${state} ${next}`),
    ['open acknowledged', 'acknowledged open', 'flapping acknowledged', 'acknowledged flapping'],
  )
})

test('disabling an event status acknowledges the whole incident', async () => {
  const service = await createTestService(api, anna)
  const alerts = [
    await addAlert(api.owner, { service, event: down, start: ago(60) }),
    await addAlert(api.owner, { service, event: alsoDown, start: ago(50) }),
  ]
  const path = `/services/${service}/event_statuses/${down}/disable`
  assert.equal((await api.call('POST', path, { as: anna, body: { note: 'Known' } })).status, 204)
  assert.deepEqual(await acknowledgedAlerts(service), alerts)
  assert.equal((await onlyIncident(service)).state, 'acknowledged')
})

test('a resolved incident cannot be acknowledged; in bulk it is left out', async () => {
  const [one, other] = [await createTestService(api, anna), await createTestService(api, anna)]
  await addAlert(api.owner, { service: one, event: down, start: ago(60), end: ago(30) })
  await addAlert(api.owner, { service: other, event: down, start: ago(60) })
  const ids = [(await onlyIncident(one)).id, (await onlyIncident(other)).id]
  const refused = await api.call('POST', `/incidents/${ids[0]}/acknowledge`, { as: anna })
  assert.deepEqual([refused.status, listErrors(refused)], [409, [['incident_resolved']]])
  assert.equal((await api.call('POST', '/incidents/bulk_acknowledge', { as: anna, body: { ids } })).status, 204)
  assert.deepEqual([(await onlyIncident(one)).state, (await onlyIncident(other)).state], ['resolved', 'acknowledged'])
})

test('other accounts neither see nor acknowledge incidents, and read-only users only see them', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event: down, start: ago(60) })
  const { id } = await onlyIncident(service)
  const tried = async (as: string) =>
    Promise.all([
      api.call('GET', `/incidents/${id}`, { as }),
      api.call('GET', `/incidents/${id}/timeline`, { as }),
      api.call('POST', `/incidents/${id}/acknowledge`, { as }),
      api.call('POST', `/incidents/${id}/unacknowledge`, { as }),
      api.call('POST', `/incidents/${id}/notes`, { as, body: { text: 'Hello' } }),
      api.call('POST', '/incidents/bulk_acknowledge', { as, body: { ids: [id] } }),
    ])
  const statuses = async (as: string) => (await tried(as)).map(({ status }) => status)
  assert.deepEqual(await statuses(stranger), [404, 404, 404, 404, 404, 422])
  assert.deepEqual(await statuses(reader), [200, 200, 403, 403, 403, 403])
  assert.equal((await onlyIncident(service)).state, 'open')
})

test('the timeline has the alerts, the notifications with their reasons, and what people did', async () => {
  const service = await createTestService(api, anna)
  const alert = await addAlert(api.owner, { service, event: down, start: ago(600) })
  const legacy = await addAlert(api.owner, { service, start: ago(600) })
  await addNotification(api.owner, owner, { occurrence_id: alert, service_id: service })
  await addNotification(api.owner, owner, {
    ...{ occurrence_id: legacy, service_id: service, style: 'o' },
    ...{ status: 'suppressed', reason: 'acknowledged', contact_id: null },
  })
  const { id } = await onlyIncident(service)
  assert.equal(
    (await api.call('POST', `/incidents/${id}/notes`, { as: anna, body: { text: 'Disk full' } })).status,
    204,
  )
  const { body } = await api.call('GET', `/incidents/${id}/timeline`, { as: anna })
  assert.deepEqual(
    body.alerts.map((each: { event_name: string | null }) => each.event_name),
    ['Down', null],
  )
  assert.deepEqual(
    body.notifications.map((each: { status: string; reason: string | null }) => [each.status, each.reason]),
    [
      ['sent', null],
      ['suppressed', 'acknowledged'],
    ],
  )
  assert.deepEqual(
    body.entries.map((each: { kind: string; text: string }) => [each.kind, each.text]),
    [['note', 'Disk full']],
  )
  const { notification_counts } = await onlyIncident(service)
  assert.deepEqual(notification_counts, { sent: 1, pending: 0, failed: 0, suppressed: 1 })
})

test('the timeline has what explains the incident: alerts of conditions, with what the vendor says', async () => {
  const service = await createTestService(api, anna, { name: 'Shop' })
  const vendor = await createTestService(api, anna, {
    ...{ name: 'Payments', type_id: 'vendor_status', address: 'https://status.example.com' },
    group_id: await create('/groups', { name: 'Vendors' }),
  })
  const scope = (id: number) => ({ all_services: false, group_ids: [], service_ids: [id] })
  const vendorDown = await create('/events', { name: 'Vendor down', scope: scope(vendor) })
  const shopDown = await create('/events', {
    ...{ name: 'Shop down', scope: scope(service), condition_event_ids: [vendorDown] },
  })
  const reported = { service: vendor, event: vendorDown, errorType: 2001 }
  await addAlert(api.owner, { ...reported, start: ago(9000), end: ago(8000) })
  const start = ago(900)
  await addAlert(api.owner, { ...reported, start, end: ago(300) })
  // The vendor's page could not be read, which explains nothing.
  await addAlert(api.owner, { ...reported, start: ago(200), errorType: 507 })
  await addAlert(api.owner, { service, event: shopDown, start: ago(600) })
  await api.owner.query(sql`select partition_days(array[${start.toISOString().slice(0, 10)}::date])`)
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, error_message)
values (${vendor}, ${start}, ${await addSensor(api.owner)}, 'the vendor reports major')`)
  const { id } = await onlyIncident(service)
  const causes = async (as: string) => (await api.call('GET', `/incidents/${id}/timeline`, { as })).body.causes
  const [first, ...others] = await causes(anna)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [first.service_id, first.service_name, first.event_id, first.event_name, first.error_message],
    [vendor, 'Payments', vendorDown, 'Vendor down', 'the vendor reports major'],
  )
  assert.deepEqual([Date.parse(first.start_time), first.end_time === null], [start.getTime(), false])
  const { body } = await api.call('GET', `/incidents/${first.incident_id}`, { as: anna })
  assert.equal(body.service_id, vendor)
  assert.equal((await causes(reader)).length, 1)
  assert.deepEqual(await causes(await limitedTo(service)), [], 'a user of other groups does not learn of the vendor')
})

/** The session of a viewer who sees only the group of the service. */
async function limitedTo(service: number): Promise<string> {
  const { body } = await api.call('GET', `/services/${service}`, { as: anna })
  return openSession(
    api.owner,
    await addAccount(api.owner, { parent: owner, role: 'viewer', roleGroups: [body.group_id] }),
  )
}

test('a diagnostic that is added to an incident is in its timeline, and everyone on the incident can read the result', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event: down, start: ago(60) })
  const { id } = await onlyIncident(service)
  const sensor = await addSensor(api.owner)
  const run = async (as: string, kind: 'dns' | 'traceroute' = 'traceroute') => {
    const query = kind === 'dns' ? { dns_server: '192.0.2.53', record_type: 'A' } : {}
    const body = { sensor_id: sensor, settings: { address: 'shop.example.com', ...query } }
    return (await api.call('POST', `/system/${kind}_diagnostics`, { as, body })).body.id as string
  }
  const [own, foreign] = [await run(anna), await run(stranger)]
  const add = (as: string, ids: readonly string[]) =>
    api.call('POST', `/incidents/${id}/diagnostics`, { as, body: { diagnostic_ids: ids } })
  assert.equal((await add(stranger, [foreign])).status, 404)
  assert.equal((await add(reader, [own])).status, 403)
  assert.deepEqual(listErrors(await add(anna, [own, foreign])), [['unknown_reference', 'data.diagnostic_ids.1']])
  const before = await changeOf(id)
  assert.equal((await add(anna, [own])).status, 204)
  assert.equal((await add(anna, [own])).status, 204, 'added once')
  assert.notEqual(await changeOf(id), before, 'live streams report the incident')

  const administrator = await openSession(
    api.owner,
    await addAccount(api.owner, { name: 'Help desk', administrator: true }),
    'administrator',
  )
  const helping = await run(administrator, 'dns')
  assert.equal((await add(administrator, [helping])).status, 204)
  const ran = (author: string, diagnostic_kind: string) => ({ kind: 'diagnostic', text: '', author, diagnostic_kind })
  const asked = { diagnostic_address: 'shop.example.com', diagnostic_sensor_id: sensor }
  const shown = async () => {
    const { body } = await api.call('GET', `/incidents/${id}/timeline`, { as: reader })
    return body.entries.map(({ id: _id, created_at: _at, ...rest }: { id: number; created_at: string }) => rest)
  }
  assert.deepEqual(await shown(), [
    { ...ran('Anna', 'traceroute'), diagnostic_id: own, ...asked },
    { ...ran('Help desk', 'dns'), diagnostic_id: helping, ...asked },
  ])
  for (const path of [`traceroute_diagnostics/${own}`, `dns_diagnostics/${helping}`])
    assert.equal((await api.call('GET', `/system/${path}`, { as: reader })).status, 200)
  const [kept] = await api.owner.query(sql<{ days: number }>`select extract(day from expires_at - now())::int as days
from diagnostic where id = ${own}`)
  assert.equal(kept?.days, 29)

  assert.equal((await api.call('DELETE', `/system/traceroute_diagnostics/${own}`, { as: anna })).status, 204)
  await api.owner.query(sql`delete from diagnostic where id = ${helping}`)
  const gone = { diagnostic_id: null, diagnostic_address: null, diagnostic_sensor_id: null }
  assert.deepEqual(await shown(), [
    { ...ran('Anna', 'traceroute'), ...gone },
    { ...ran('Help desk', 'dns'), ...gone },
  ])
})

test('an open incident whose problem is gone says since when, and when it will be resolved', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event: down, start: ago(600) })
  await api.owner.query(sql`update event_status set signal = false, signal_since = '2026-11-17T06:04:00Z',
  due_at = '2026-11-17T06:19:00Z' where service_id = ${service}`)
  const { quiet_since, closes_at } = await onlyIncident(service)
  assert.deepEqual([quiet_since, closes_at], ['2026-11-17T06:04:00Z', '2026-11-17T06:19:00Z'])
})

test('an incident is deleted with its last alert', async () => {
  const service = await createTestService(api, anna)
  const rule = await create('/events', { name: 'Temporary' })
  await addAlert(api.owner, { service, event: rule, start: ago(60) })
  assert.equal((await incidentsOf(service)).length, 1)
  assert.equal((await api.call('DELETE', `/events/${rule}`, { as: anna })).status, 204)
  assert.deepEqual(await incidentsOf(service), [])
})

test('failures of one host that start together are offered as one group, and stay separate incidents', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner, { name: 'Agency' }))
  const addresses = ['ping://one.example.com', 'ping://one.example.com', 'ping://two.example.com']
  const services = await Promise.all(addresses.map((address) => createTestService(api, as, { address })))
  for (const service of services) await addAlert(api.owner, { service, start: ago(60) })
  const { body } = await api.call('GET', '/incidents/groups', { as })
  const incidents = await Promise.all(services.map((service) => onlyIncident(service, as)))
  assert.deepEqual(body, [
    {
      cause: 'address',
      label: 'one.example.com',
      incident_count: 2,
      incident_ids: incidents.slice(0, 2).map(({ id }) => id),
    },
  ])
  assert.deepEqual((await api.call('GET', '/incidents/groups', { as: stranger })).body, [])
})

test('failures depend on a service if their rule names one of its rules that does not cover them', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner, { name: 'Shops' }))
  const make = async (path: string, body: object) => (await api.call('POST', path, { as, body })).body.id as number
  const scope = (ids: readonly number[]) => ({ all_services: false, group_ids: [], service_ids: ids })
  const [router = 0, north = 0, south = 0] = await Promise.all(
    ['Router', 'North', 'South'].map((name) =>
      createTestService(api, as, { name, address: `ping://${name.toLowerCase()}.example.com` }),
    ),
  )
  const shops = [north, south]
  const routerDown = await make('/events', { name: 'Router down', scope: scope([router]) })
  const everythingSlow = await make('/events', { name: 'Slow', kind: 'performance', scope: { all_services: true } })
  const conditions = { condition_event_ids: [everythingSlow] }
  const shopDown = await make('/events', { name: 'Shop down', scope: scope(shops), ...conditions })
  await addAlert(api.owner, { service: router, event: everythingSlow, start: ago(120) })
  await addAlert(api.owner, { service: router, event: routerDown, start: ago(90) })
  for (const service of shops) await addAlert(api.owner, { service, event: shopDown, start: ago(60) })
  const groups = async () =>
    (await api.call('GET', '/incidents/groups', { as })).body.map(
      ({ cause, label, incident_count }: { cause: string; label: string; incident_count: number }) =>
        [cause, label, incident_count] as const,
    )
  assert.deepEqual(await groups(), [], 'a rule about the shops themselves says nothing about the router')
  const dependent = { condition_event_ids: [everythingSlow, routerDown] }
  assert.equal((await api.call('PUT', `/events/${shopDown}`, { as, body: dependent })).status, 204)
  assert.deepEqual(await groups(), [['dependency', 'Router', 2]])
})

test('groups are bounded and quick with 5,000 open incidents', async (t) => {
  const account = await addAccount(api.owner, { name: 'Hosting' })
  const as = await openSession(api.owner, account)
  const first = await createTestService(api, as, { name: 'First' })
  // Half of the services share one host; the others share a host in pairs.
  await api.owner.query(sql`insert into service (owner_id, group_id, type_id, interval, name, address, extended_settings)
select owner_id, group_id, type_id, interval, 'Service ' || n, 'ping://' || case when n <= 2500 then 'shared' else (n / 2)::text end || '.example.com',
  extended_settings from service, generate_series(1, 5000) n where id = ${first}`)
  await api.owner.query(sql`insert into occurrence (service_id, owner_id, start_time, decided_at)
select id, owner_id, now() - interval '1 minute', now() from service where owner_id = ${account} and id <> ${first}`)
  await api.owner.query(sql`analyze service, occurrence, incident`)
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const began = performance.now()
    const reply = await api.call('GET', '/incidents/groups', { as })
    times.push(performance.now() - began)
    const [largest, second] = reply.body
    assert.deepEqual([reply.body.length, reply.headers['x-total-count']], [50, '1250'])
    assert.deepEqual([largest.label, largest.incident_count], ['shared.example.com', 2500])
    assert.equal(largest.incident_ids.length, 1000)
    assert.equal(second.incident_count, 2)
  }
  t.diagnostic(`${times.map(Math.round).join(', ')} ms`)
  const [, median = 0] = times.toSorted((one, other) => one - other)
  assert.ok(median < 500, `${Math.round(median)} ms`)
})

test('whatever alerts start and end, incidents are the spans in which alerts of a service overlap', async () => {
  const random = generator(20261117)
  for (let round = 0; round < 12; round += 1) {
    const service = await createTestService(api, anna)
    const alerts = randomAlerts(random)
    for (const step of inOrder(alerts)) await step(service)
    const spans = (await incidentsOf(service)).map(({ start_time, end_time }) => [
      Date.parse(start_time),
      end_time === null ? null : Date.parse(end_time),
    ])
    assert.deepEqual(spans, mergeSpans(alerts), JSON.stringify(alerts))
  }
})

interface Incident {
  readonly id: number
  readonly state: string
  readonly start_time: string
  readonly end_time: string | null
  readonly end_reason: string | null
  readonly acknowledged_by: string | null
  readonly quiet_since: string | null
  readonly closes_at: string | null
  readonly notification_counts: object
}

async function create(path: string, body: object): Promise<number> {
  const created = await api.call('POST', path, { as: anna, body })
  assert.equal(created.status, 201, created.text)
  return created.body.id
}

async function incidentsOf(service: number, as = anna): Promise<Incident[]> {
  const found = await api.call('GET', `/services/${service}/incidents?sort=start_time`, { as })
  assert.equal(found.status, 200, found.text)
  return found.body
}

async function onlyIncident(service: number, as = anna): Promise<Incident> {
  const [only, ...others] = await incidentsOf(service, as)
  assert.ok(only)
  assert.deepEqual(others, [])
  return only
}

/** The row version: live streams detect changes by it. */
async function changeOf(incident: number): Promise<string | undefined> {
  const [row] = await api.owner.query(
    sql<{ version: string }>`select xmin::text as version from incident where id = ${incident}`,
  )
  return row?.version
}

const end = (alert: number, at: Date) =>
  api.owner.query(sql`update occurrence set end_time = ${at}, end_reason = 'recovered' where id = ${alert}`)

async function acknowledgedAlerts(service: number): Promise<number[]> {
  const rows = await api.owner.query(sql<{ id: number }>`select id from occurrence
where service_id = ${service} and acknowledged_at is not null order by id`)
  return rows.map(({ id }) => id)
}

async function statusesOf(service: number): Promise<string[]> {
  const rows = await api.owner.query(sql<{ status: string }>`select status from event_status
where service_id = ${service} and event_id is not null order by event_id`)
  return rows.map(({ status }) => status)
}

async function entriesOf(incident: number): Promise<string[]> {
  const { body } = await api.call('GET', `/incidents/${incident}/entries`, { as: anna })
  return body.map(({ kind, author }: { kind: string; author: string }) => `${kind} ${author}`)
}

interface Span {
  readonly event: number | null
  readonly start: number
  readonly end: number | null
}

/** Alerts of two rules and of legacy notifications; alerts of one source never overlap. Times are whole seconds. */
function randomAlerts(random: () => number): Span[] {
  const base = Math.floor(Date.now() / 1000) * 1000 - 100_000_000
  return [null, down, alsoDown].flatMap((event) => {
    const spans: Span[] = []
    let at = base + Math.floor(random() * 50) * 1000
    while (spans.length < 4) {
      const finish = at + (1 + Math.floor(random() * 40)) * 1000
      const isOpen = random() < 0.1
      spans.push({ event, start: at, end: isOpen ? null : finish })
      if (isOpen) break
      at = finish + (1 + Math.floor(random() * 40)) * 1000
    }
    return spans
  })
}

/** The writes of starts and ends in time order; some alerts are written complete, at their start. */
function inOrder(alerts: readonly Span[]): ((service: number) => Promise<unknown>)[] {
  const ids = new Map<Span, number>()
  const steps = alerts.flatMap((alert, index) => {
    const isWrittenWhole = alert.end !== null && index % 3 === 0
    const start = async (service: number) => {
      const ended = isWrittenWhole && alert.end !== null ? { end: new Date(alert.end) } : {}
      const event = alert.event === null ? {} : { event: alert.event }
      ids.set(alert, await addAlert(api.owner, { service, start: new Date(alert.start), ...event, ...ended }))
    }
    const finish = () => end(ids.get(alert) ?? 0, new Date(alert.end ?? 0))
    const both = [{ at: alert.start, order: 1, run: start }]
    return alert.end === null || isWrittenWhole ? both : [...both, { at: alert.end, order: 0, run: finish }]
  })
  return steps.toSorted((one, other) => one.at - other.at || one.order - other.order).map(({ run }) => run)
}

/** The spans in which at least one alert is open, computed from the alerts alone. */
function mergeSpans(alerts: readonly Span[]): (readonly [number, number | null])[] {
  const merged: [number, number][] = []
  for (const { start, end: finish } of alerts.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    const until = finish ?? Number.POSITIVE_INFINITY
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], until)
    else merged.push([start, until])
  }
  return merged.map(([start, until]) => [start, until === Number.POSITIVE_INFINITY ? null : until])
}

/** A small generator of pseudo-random numbers, so that a failure can be repeated. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
