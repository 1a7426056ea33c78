import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createTestService, findDefaultGroup, listErrors, share } from '@wachta/testing/api/configuration'
import { addAlert, addNotification, readJobPayloads } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let reader: string
let guest: string
let bert: string
let event: number
let escalation: number
let contact: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 100 })
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  const other = await addAccount(api.owner, { name: 'Guest' })
  guest = await openSession(api.owner, other)
  await share(api.owner, await findDefaultGroup(api.owner, owner), other, 'can_modify_services')
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
  event = await create('/events', { name: 'Down' })
  contact = await create('/contacts', { name: 'Night duty' })
  escalation = await create('/escalations', { name: 'At once', event_id: event, contact_ids: [contact] })
})
after(() => api[Symbol.asyncDispose]())

test('the status of an alert rule on a service can be listed, searched and read', async () => {
  const service = await createTestService(api, anna, { name: 'Shop' })
  const occurrence = await addAlert(api.owner, { service, event, start: new Date('2026-03-01T12:00:00.5Z') })
  const whole = {
    service_id: service,
    event_id: event,
    status: 'active',
    since: '2026-03-01T12:00:00.5Z',
    start_analysis_id: '260301120000500',
    note: '',
    occurrence_id: occurrence,
    is_flapping: false,
    sensor_id: null,
  }
  assert.deepEqual((await api.call('GET', `/services/${service}/event_statuses/${event}`, { as: anna })).body, whole)
  assert.deepEqual((await api.call('GET', `/services/${service}/event_statuses`, { as: anna })).body, [whole])
  const listed = await api.call('GET', `/event_statuses?filter.service_id=${service}`, { as: anna })
  assert.deepEqual([listed.headers['x-total-count'], listed.body], ['1', [whole]])
  const search = {
    filters: { 'service.name': ['Shop'], status: ['active'] },
    fields: ['status'],
    embed: ['event.name'],
  }
  const found = await api.call('POST', '/event_statuses/search', { as: anna, body: search })
  assert.deepEqual(found.body, [{ status: 'active', event: { name: 'Down' } }])
  const { body } = await api.call('GET', `/events/${event}/statuses?limit=1000`, { as: anna })
  assert.ok(body.some((one: { service_id: number }) => one.service_id === service))
  const unlisted = await api.call('GET', '/event_statuses?fields=occurrence_id', { as: anna })
  assert.equal(unlisted.status, 400, 'what the interface has no name for is not asked for by name')
})

test('legacy notifications have no event status', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service })
  assert.deepEqual((await api.call('GET', `/services/${service}/event_statuses`, { as: anna })).body, [])
})

test('other accounts cannot see event statuses, not even sharees of the service', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event })
  const path = `/services/${service}/event_statuses`
  assert.equal((await api.call('GET', `/services/${service}`, { as: guest })).status, 200, 'the service is shared')
  assert.deepEqual((await api.call('GET', path, { as: guest })).body, [])
  assert.equal((await api.call('GET', `${path}/${event}`, { as: guest })).status, 404)
  assert.equal((await api.call('POST', `${path}/${event}/disable`, { as: guest })).status, 404)
  assert.equal((await api.call('GET', path, { as: bert })).status, 404)
  assert.equal((await api.call('GET', `/events/${event}/statuses`, { as: bert })).status, 404)
  assert.deepEqual((await api.call('GET', '/event_statuses', { as: bert })).body, [])
  assert.equal((await api.call('GET', `${path}/${event}`, { as: reader })).status, 200)
  assert.equal((await api.call('POST', `${path}/${event}/disable`, { as: reader })).status, 403, 'read-only')
  assert.equal(await statusOf(service), 'active', 'nothing has changed by any of this')
})

test('an active alert can be acknowledged once, with a note', async () => {
  const service = await createTestService(api, anna)
  const start = new Date(Date.now() - 60_000)
  const occurrence = await addAlert(api.owner, { service, event, start })
  const path = `/services/${service}/event_statuses/${event}`
  const note = 'Rebooting, back in 10 minutes'
  const reply = await api.call('POST', `${path}/disable`, { as: anna, body: { note } })
  assert.deepEqual([reply.status, reply.text], [204, ''])

  const { body } = await api.call('GET', path, { as: anna })
  assert.deepEqual([body.status, body.note, body.occurrence_id], ['disabled', note, occurrence])
  assert.match(body.start_analysis_id, /^\d{15}$/, 'the analysis that started it is still known')
  const story = (await api.call('GET', `/occurrences/${occurrence}`, { as: anna })).body
  assert.deepEqual([story.acknowledged_by, story.note, story.end_time], ['Anna', note, null])
  assert.equal(Date.parse(story.acknowledged_at), Date.parse(body.since))
  const changes =
    await api.owner.query(sql`select status, start_time, end_time, analysis_time, note from event_status_change
where service_id = ${service} order by start_time`)
  const at = new Date(body.since)
  assert.deepEqual(changes, [
    { status: 'active', start_time: start, end_time: at, analysis_time: start, note: '' },
    { status: 'disabled', start_time: at, end_time: null, analysis_time: null, note },
  ])
  assert.deepEqual((await readJobPayloads(api.owner, 'tell')).at(-1), { occurrences: [occurrence] })
  const { body: audit } = await api.call('GET', '/accounts/my_account/logs/audit?limit=1000', { as: anna })
  const entry = audit.findLast(({ operation }: { operation: string }) => operation === 'disable_event_status')
  assert.deepEqual([entry.object_id, entry.after.status], [`${service}/${event}`, 'disabled'])

  const jobs = (await readJobPayloads(api.owner, 'tell')).length
  const again = await api.call('POST', `${path}/disable`, { as: anna })
  assert.deepEqual([again.status, listErrors(again)], [409, [['event_not_active']]])
  assert.equal((await readJobPayloads(api.owner, 'tell')).length, jobs, 'what is refused leaves nothing behind')
  assert.equal((await api.call('GET', path, { as: anna })).body.note, note)
})

test('an alert that is not active cannot be acknowledged, and a rule that was never evaluated has no status', async () => {
  const service = await createTestService(api, anna)
  const path = `/services/${service}/event_statuses/${event}`
  assert.equal((await api.call('POST', `${path}/disable`, { as: anna })).status, 404, 'it has not been evaluated yet')
  await addAlert(api.owner, { service, event, end: new Date() })
  assert.equal((await api.call('POST', `${path}/disable`, { as: anna })).status, 409)
  const long = await api.call('POST', `${path}/disable`, { as: anna, body: { note: 'x'.repeat(1001) } })
  assert.deepEqual(listErrors(long), [['too_long', 'data.note']])
  const strange = await api.call('POST', `${path}/disable`, { as: anna, body: { comment: 'x' } })
  assert.deepEqual(listErrors(strange), [['unknown_field', 'data.comment']])
})

test('concurrent acknowledgements succeed exactly once', async () => {
  const service = await createTestService(api, anna)
  await addAlert(api.owner, { service, event })
  const path = `/services/${service}/event_statuses/${event}/disable`
  const replies = await Promise.all([1, 2, 3, 4].map(() => api.call('POST', path, { as: anna })))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 409, 409, 409])
  const [spans] = await api.owner.query(
    sql<{
      count: number
    }>`select count(*) from event_status_change where service_id = ${service} and status = 'disabled'`,
  )
  assert.equal(spans?.count, 1)
})

test('acknowledging a rule with several lost sensors disables all active ones, and an active one is shown', async () => {
  const service = await createTestService(api, anna)
  const sensors = await api.owner.query(
    sql<{ id: number }>`insert into sensor (name) values ('One'), ('Two'), ('Three') returning id`,
  )
  const [one = 0, two = 0, three = 0] = sensors.map(({ id }) => id)
  await addAlert(api.owner, { service, event, sensor: one, end: new Date(), start: new Date(Date.now() - 5000) })
  await addAlert(api.owner, { service, event, sensor: two })
  await addAlert(api.owner, { service, event, sensor: three, start: new Date(Date.now() - 90_000) })
  const path = `/services/${service}/event_statuses/${event}`
  assert.equal((await api.call('GET', path, { as: anna })).body.sensor_id, two)
  const { body } = await api.call('GET', `/services/${service}/event_statuses`, { as: anna })
  assert.deepEqual(
    body.map(({ sensor_id }: { sensor_id: number }) => sensor_id),
    [one, two, three],
  )
  assert.equal((await api.call('POST', `${path}/disable`, { as: anna })).status, 204)
  const after = await api.call('GET', `/services/${service}/event_statuses`, { as: anna })
  assert.deepEqual(
    after.body.map(({ status }: { status: string }) => status),
    ['inactive', 'disabled', 'disabled'],
  )
})

test('the status of an escalation step is that of the newest alert', async () => {
  const service = await createTestService(api, anna, { name: 'Mail' })
  const first = await addAlert(api.owner, { service, event, start: new Date('2026-03-01T00:00:00Z'), end: new Date() })
  const second = await addAlert(api.owner, { service, event })
  for (const [occurrence, status, sent] of [
    [first, 'finished', 3],
    [second, 'sent', 1],
  ] as const)
    await api.owner.query(sql`insert into escalation_status (occurrence_id, escalation_id, service_id, event_id, owner_id, status, sent, next_time)
values (${occurrence}, ${escalation}, ${service}, ${event}, ${owner}, ${status}, ${sent},
  ${status === 'sent' ? '2026-03-02T10:00:00Z' : null})`)
  const whole = {
    service_id: service,
    escalation_id: escalation,
    status: 'sent',
    next_time: '2026-03-02T10:00:00Z',
    sent: 1,
    event_id: event,
    occurrence_id: second,
  }
  const one = `/services/${service}/escalation_statuses/${escalation}`
  assert.deepEqual((await api.call('GET', one, { as: anna })).body, whole)
  assert.deepEqual((await api.call('GET', `/services/${service}/escalation_statuses`, { as: anna })).body, [whole])
  assert.deepEqual((await api.call('GET', `/escalations/${escalation}/statuses`, { as: anna })).body, [whole])
  assert.deepEqual((await api.call('GET', '/escalation_statuses', { as: anna })).body, [whole])
  const search = { filters: { status: ['finished'] } }
  const old = await api.call('POST', '/escalation_statuses/search', { as: anna, body: search })
  assert.deepEqual(old.body, [], 'what is over is not the present status')
  assert.equal((await api.call('GET', one, { as: guest })).status, 404)
  assert.equal((await api.call('GET', one, { as: bert })).status, 404)
  assert.deepEqual((await api.call('GET', '/escalation_statuses', { as: bert })).body, [])
  assert.equal((await api.call('GET', `/services/${service}/escalation_statuses/987654`, { as: anna })).status, 404)
})

test('the details of an alert contain its escalations, notifications with reasons, and acknowledgement', async () => {
  const service = await createTestService(api, anna)
  const start = new Date(Date.now() - 600_000)
  const occurrence = await addAlert(api.owner, { service, event, start, errorType: 1 })
  const told = {
    occurrence_id: occurrence,
    escalation_id: escalation,
    contact_id: contact,
    event_id: event,
    service_id: service,
  }
  await addNotification(api.owner, owner, { ...told, address_id: 1, sent_at: new Date('2026-03-01T12:00:01Z') })
  await addNotification(api.owner, owner, {
    ...told,
    address_id: 2,
    channel_id: 'sms',
    address: '+48600100200',
    status: 'suppressed',
    reason: 'contact_suspended',
  })
  await addNotification(api.owner, owner, { ...told, contact_id: null, style: 'o', address_id: 3, status: 'pending' })
  await api.owner.query(sql`insert into escalation_status (occurrence_id, escalation_id, service_id, event_id, owner_id, status, sent)
values (${occurrence}, ${escalation}, ${service}, ${event}, ${owner}, 'sent', 1)`)
  const { body } = await api.call('GET', `/occurrences/${occurrence}`, {
    as: anna,
    headers: { 'accept-language': 'pl' },
  })
  assert.deepEqual(body.notification_counts, { sent: 1, pending: 1, failed: 0, suppressed: 1 })
  assert.deepEqual(body.escalations, [
    { escalation_id: escalation, name: 'At once', status: 'sent', next_time: null, sent: 1 },
  ])
  const [sent, held, older] = body.notifications
  assert.deepEqual([sent.status, sent.contact_name, sent.time], ['sent', 'Night duty', '2026-03-01T12:00:01Z'])
  assert.deepEqual([held.status, held.reason], ['suppressed', 'contact_suspended'])
  assert.match(held.explanation, /^Trwały godziny ciszy kontaktu/)
  assert.deepEqual([older.style, older.status, older.reason, older.explanation], ['older', 'pending', null, null])
  assert.equal((await api.call('GET', `/occurrences/${occurrence}`, { as: reader })).status, 200)
  for (const as of [guest, bert])
    assert.equal((await api.call('GET', `/occurrences/${occurrence}`, { as })).status, 404)

  const listed = await api.call('GET', `/services/${service}/occurrences`, { as: anna })
  assert.deepEqual(
    listed.body.map(({ id }: { id: number }) => id),
    [occurrence],
  )
  const before = `from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`
  assert.deepEqual((await api.call('GET', `/services/${service}/occurrences?${before}`, { as: anna })).body, [])
  assert.deepEqual((await api.call('GET', `/services/${service}/occurrences`, { as: guest })).body, [])
})

test('the alerts of an account can be filtered by state, kind and service', async () => {
  const log = '/accounts/my_account/logs/occurrences'
  const day = 'from=2026-06-01T00:00:00Z&to=2026-06-02T00:00:00Z'
  const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour))
  const lost = await create('/events', { name: 'Lost', kind: 'sensor_lost' })
  const [shop, mail] = [
    await createTestService(api, anna, { name: 'Shop' }),
    await createTestService(api, anna, { name: 'Mail' }),
  ]
  const ended = await addAlert(api.owner, { service: shop, event, start: at(1), end: at(2) })
  const lasting = await addAlert(api.owner, { service: mail, event: lost, start: at(3) })
  const older = await addAlert(api.owner, { service: mail, start: at(4), end: at(5) })
  const ask = async (query: string, as = anna) => {
    const { body } = await api.call('GET', `${log}?${day}&${query}`, { as })
    return body.map(({ id }: { id: number }) => id).filter((id: number) => [ended, lasting, older].includes(id))
  }
  assert.deepEqual(await ask('limit=100'), [ended, lasting, older])
  assert.deepEqual(await ask('limit=100&sort=-start_time', reader), [older, lasting, ended])
  assert.deepEqual(await ask('limit=100&state=current'), [lasting])
  assert.deepEqual(await ask('limit=100&state=ended'), [ended, older])
  assert.deepEqual(await ask('limit=100&kind=sensor_lost'), [lasting])
  assert.deepEqual(await ask('limit=100&kind=failure'), [ended, older], 'the older style is a failure')
  assert.deepEqual(await ask(`limit=100&service_id=${mail}`), [lasting, older])
  for (const as of [guest, bert]) assert.deepEqual(await ask('limit=100', as), [])
  const wrong = await api.call('GET', `${log}?state=lost&kind=x&service_id=y`, { as: anna })
  assert.deepEqual(
    listErrors(wrong).map(([, field]) => field),
    ['query.state', 'query.kind', 'query.service_id'],
  )
  assert.equal((await api.call('GET', `/accounts/${owner}/logs/occurrences`, { as: bert })).status, 404)
})

test('a failure is listed once, as the alert of its rule, with its legacy notifications', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 7, 1, 0, minute))
  const range = 'from=2026-08-01T00:00:00Z&to=2026-08-02T00:00:00Z'
  const service = await createTestService(api, anna)
  const list = async (path: string) => {
    const { body } = await api.call('GET', `${path}?${range}`, { as: anna })
    return body.filter((row: { service_id: number }) => row.service_id === service).map(({ id }: { id: number }) => id)
  }
  const lists = async () => [
    await list(`/services/${service}/occurrences`),
    await list('/accounts/my_account/logs/occurrences'),
  ]
  const legacy = await addAlert(api.owner, { service, start: at(1), end: at(30) })
  await addNotification(api.owner, owner, { occurrence_id: legacy, style: 'o', address_id: 3 })
  assert.deepEqual(await lists(), [[legacy], [legacy]], 'without a rule it is a line of its own')
  // With its delay, the alert of the rule starts and ends later.
  const ruled = await addAlert(api.owner, { service, event, start: at(5), end: at(35) })
  assert.deepEqual(await lists(), [[ruled], [ruled]])
  const { body } = await api.call('GET', `/occurrences/${ruled}`, { as: anna })
  assert.deepEqual([body.notification_counts.sent, body.notifications.length], [1, 1])
  const short = await addAlert(api.owner, { service, start: at(50), end: at(51) })
  assert.deepEqual(
    await lists(),
    [
      [ruled, short],
      [ruled, short],
    ],
    'what is too short for the rule is listed',
  )
  const lost = await create('/events', { name: 'Lost again', kind: 'sensor_lost' })
  await addAlert(api.owner, { service, event: lost, start: at(49), end: at(52) })
  assert.ok(
    (await lists()).every((ids) => ids.includes(short)),
    'another kind of event is no failure',
  )
})

async function create(path: string, body: object): Promise<number> {
  const reply = await api.call('POST', path, { as: anna, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

async function statusOf(service: number): Promise<string | undefined> {
  const [row] = await api.owner.query(
    sql<{ status: string }>`select status from event_status where service_id = ${service}`,
  )
  return row?.status
}
