import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let colleague: string
let reader: string
let bert: string
let administrator: string
let event: number
let contact: number

before(async () => {
  api = await startApi()
  const basic = await addPackage(api.owner)
  await api.owner.query(sql`update package set available_notification_channel_ids = '{email,sms}' where id = ${basic}`)
  owner = await addAccount(api.owner, { name: 'Anna' })
  anna = await openSession(api.owner, owner)
  colleague = await openSession(api.owner, await addAccount(api.owner, { parent: owner }))
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  bert = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
  const root = await addAccount(api.owner, { administrator: true })
  administrator = await openSession(api.owner, root, 'administrator')
  event = await create('/events', { name: 'Failure' })
  contact = await create('/contacts', { name: 'Night shift' })
})
after(() => api[Symbol.asyncDispose]())

test('an escalation step can be created with defaults, found, changed and deleted', async () => {
  const id = await create('/escalations', { event_id: event, name: 'At once', contact_ids: [contact] })
  const whole = {
    id,
    event_id: event,
    name: 'At once',
    is_active: true,
    delay: 0,
    repeat_interval: 0,
    maximum_repeats: 0,
    contact_ids: [contact],
    contact_group_ids: [],
    channel_ids: null,
    notify_end: true,
    external_id: null,
  }
  assert.deepEqual((await get(`/escalations/${id}`)).body, whole)
  const search = { filters: { 'event.name': ['Failure'] }, query: 'once', embed: ['contacts.name', 'event.name'] }
  const found = await api.call('POST', '/escalations/search', { as: anna, body: search })
  assert.deepEqual(found.body, [{ ...whole, contacts: [{ name: 'Night shift' }], event: { name: 'Failure' } }])

  const changes = {
    ...whole,
    delay: 300,
    repeat_interval: 60,
    maximum_repeats: 5,
    channel_ids: ['sms'],
    notify_end: false,
  }
  assert.equal((await put(`/escalations/${id}`, changes)).status, 204)
  assert.deepEqual((await get(`/events/${event}/escalations`)).body, [changes])
  assert.equal((await get(`/escalations/${id}/event`)).body.id, event)
  const embedded = await get(`/escalations/${id}?fields=id&embed=channels.id`)
  assert.deepEqual(embedded.body, { id, channels: [{ id: 'sms' }] })

  assert.equal((await remove(`/escalations/${id}`)).status, 204)
  assert.equal((await get(`/escalations/${id}`)).status, 404)
})

test('an escalation step needs recipients, a minimum repeat interval and channels of the package', async () => {
  const attempt = (body: object) =>
    api.call('POST', '/escalations', {
      as: anna,
      body: { event_id: event, name: 'x', contact_ids: [contact], ...body },
    })
  assert.deepEqual(faults(await attempt({ contact_ids: [] })), ['nobody_to_tell data.contact_ids'])
  assert.deepEqual(faults(await attempt({ contact_ids: [], contact_group_ids: [] })), [
    'nobody_to_tell data.contact_ids',
  ])
  assert.deepEqual(faults(await attempt({ repeat_interval: 59 })), ['too_small data.repeat_interval'])
  assert.deepEqual(faults(await attempt({ maximum_repeats: 1001 })), ['too_large data.maximum_repeats'])
  assert.deepEqual(faults(await attempt({ channel_ids: [] })), ['too_few_items data.channel_ids'])
  assert.deepEqual(faults(await attempt({ channel_ids: ['pigeon'] })), ['unknown_reference data.channel_ids'])
  assert.deepEqual(faults(await attempt({ channel_ids: ['email', 'slack'] })), [
    'channel_not_in_package data.channel_ids',
  ])
  assert.deepEqual(faults(await attempt({ contact_ids: [987654], contact_group_ids: [987654], repeat_interval: 1 })), [
    'too_small data.repeat_interval',
    'unknown_reference data.contact_group_ids',
    'unknown_reference data.contact_ids',
  ])
  assert.deepEqual(faults(await attempt({ event_id: 987654 })), ['unknown_reference data.event_id'])
  const made = await attempt({ repeat_interval: 60, maximum_repeats: 1000, channel_ids: ['email', 'sms'] })
  assert.equal(made.status, 201, 'at the very bounds it is taken')

  const id = made.body.id
  const group = await create('/contact_groups', { name: 'All', contact_ids: [contact] })
  assert.deepEqual(faults(await put(`/escalations/${id}`, { contact_ids: [] })), ['nobody_to_tell data.contact_ids'])
  assert.deepEqual(faults(await put(`/escalations/${id}`, { repeat_interval: 1 })), ['too_small data.repeat_interval'])
  assert.deepEqual(faults(await put(`/escalations/${id}`, { channel_ids: ['slack'] })), [
    'channel_not_in_package data.channel_ids',
  ])
  assert.equal((await put(`/escalations/${id}`, { contact_ids: [], contact_group_ids: [group] })).status, 204)
  assert.deepEqual(faults(await put(`/escalations/${id}`, { contact_group_ids: [] })), [
    'nobody_to_tell data.contact_ids',
  ])
  const other = await create('/events', { name: 'Another' })
  assert.deepEqual(faults(await put(`/escalations/${id}`, { event_id: other })), ['read_only_field data.event_id'])
})

test('deleted contacts are removed from escalation steps, and a step without contacts can still be changed', async () => {
  const leaving = await create('/contacts', { name: 'Leaving' })
  const group = await create('/contact_groups', { name: 'Leaving too', contact_ids: [leaving] })
  const id = await create('/escalations', {
    event_id: event,
    name: 'Both',
    contact_ids: [leaving, contact],
    contact_group_ids: [group],
  })
  assert.equal((await remove(`/contacts/${leaving}`)).status, 204)
  assert.equal((await remove(`/contact_groups/${group}`)).status, 204)
  assert.deepEqual((await get(`/escalations/${id}?fields=contact_ids,contact_group_ids`)).body, {
    contact_ids: [contact],
    contact_group_ids: [],
  })
  const last = await create('/contacts', { name: 'Last' })
  assert.equal((await put(`/escalations/${id}`, { contact_ids: [last] })).status, 204)
  assert.equal((await remove(`/contacts/${last}`)).status, 204)
  const { body } = await get(`/escalations/${id}`)
  assert.deepEqual(body.contact_ids, [])
  assert.equal((await put(`/escalations/${id}`, { ...body, name: 'Nobody left' })).status, 204)
})

test('a contact that is deleted while a step adds it is in no step afterwards', async () => {
  const id = await create('/escalations', { event_id: event, name: 'Race', contact_ids: [contact] })
  for (let round = 0; round < 8; round += 1) {
    const leaving = await create('/contacts', { name: 'Leaving' })
    const [taken, gone] = await Promise.all([
      put(`/escalations/${id}`, { contact_ids: [contact, leaving] }),
      remove(`/contacts/${leaving}`),
    ])
    assert.equal(gone.status, 204)
    assert.ok([204, 422].includes(taken.status))
    assert.deepEqual((await get(`/escalations/${id}`)).body.contact_ids, [contact])
  }
})

test('contacts of other accounts cannot be recipients, and their existence is not revealed', async () => {
  const post = (path: string, body: object) => api.call('POST', path, { as: bert, body })
  const foreign = (await post('/contacts', { name: 'Foreign' })).body.id
  const group = (await post('/contact_groups', { name: 'Foreign' })).body.id
  const lists = { contact_ids: [contact, foreign], contact_group_ids: [group] }
  const attempt = (as: string) =>
    api.call('POST', '/escalations', { as, body: { event_id: event, name: 'x', ...lists } })
  const hidden = ['unknown_reference data.contact_group_ids', 'unknown_reference data.contact_ids']
  assert.deepEqual(faults(await attempt(anna)), hidden)
  const id = await create('/escalations', { event_id: event, name: 'Mine', contact_ids: [contact] })
  assert.deepEqual(faults(await put(`/escalations/${id}`, lists)), hidden)
  const known = ['belongs_to_another_account data.contact_group_ids', 'belongs_to_another_account data.contact_ids']
  assert.deepEqual(faults(await attempt(administrator)), known)
  const changed = await api.call('PUT', `/escalations/${id}`, { as: administrator, body: lists })
  assert.deepEqual(faults(changed), known)
  assert.deepEqual((await get(`/escalations/${id}`)).body.contact_ids, [contact])
})

test('other accounts see nothing, read-only users change nothing, additional users act for the account', async () => {
  const id = await create('/escalations', { event_id: event, name: 'Private', contact_ids: [contact] })
  const suspension = await create('/escalation_suspensions', { escalation_id: id, end_time: '2099-01-01T00:00:00Z' })
  const weekly = await create('/escalation_weekly_suspensions', { escalation_id: id, ...night })
  const objects = [
    [`/escalations/${id}`, { name: 'Changed' }],
    [`/escalation_suspensions/${suspension}`, { description: 'Changed' }],
    [`/escalation_weekly_suspensions/${weekly}`, { description: 'Changed' }],
  ] as const
  for (const [path, body] of objects)
    for (const [as, expected] of [
      [bert, [404, 404, 404, 404]],
      [reader, [200, 200, 403, 403]],
      [colleague, [200, 200, 204, 204]],
    ] as const) {
      // Deleting the escalation deletes its suspensions too, so that happens last, below.
      const deletes = as !== colleague || !path.startsWith('/escalations/')
      const replies = [
        await api.call('GET', path, { as }),
        await api.call('GET', `${path}/permissions`, { as }),
        await api.call('PUT', path, { as, body }),
        deletes ? await api.call('DELETE', path, { as }) : { status: 204 },
      ]
      assert.deepEqual(
        replies.map(({ status }) => status),
        expected,
        `${path} ${as}`,
      )
    }
  const under = [
    ['/escalations', { event_id: event, name: 'x', contact_ids: [contact] }],
    ['/escalation_suspensions', { escalation_id: id, end_time: '2099-01-01T00:00:00Z' }],
    ['/escalation_weekly_suspensions', { escalation_id: id, ...night }],
  ] as const
  for (const [path, body] of under) {
    assert.equal((await api.call('POST', path, { as: bert, body })).status, 422)
    assert.equal((await api.call('POST', path, { as: reader, body })).status, 403)
    assert.equal((await api.call('POST', path, { as: colleague, body })).status, 201)
  }
  for (const path of [`/events/${event}/escalations`, `/escalations/${id}/suspensions`, `/escalations/${id}/event`]) {
    assert.equal((await api.call('GET', path, { as: bert })).status, 404, path)
    assert.equal((await api.call('GET', path, { as: reader })).status, 200, path)
  }
  assert.equal((await api.call('DELETE', `/escalations/${id}`, { as: colleague })).status, 204)
})

test('an escalation step can be suspended once, by default from now on', async () => {
  const id = await create('/escalations', { event_id: event, name: 'Suspended', contact_ids: [contact] })
  api.clock = new Date('2026-05-01T10:00:00Z')
  try {
    const path = `/escalation_suspensions/${await create('/escalation_suspensions', { escalation_id: id, end_time: '2026-05-01T14:00:00+02:00' })}`
    const whole = {
      id: Number(path.split('/').at(-1)),
      escalation_id: id,
      description: '',
      start_time: '2026-05-01T10:00:00Z',
      end_time: '2026-05-01T12:00:00Z',
    }
    assert.deepEqual((await get(path)).body, whole)
    assert.deepEqual((await get(`/escalations/${id}/suspensions`)).body, [whole])
    assert.equal((await get(`${path}/escalation`)).body.id, id)
    const found = await api.call('POST', '/escalation_suspensions/search', {
      as: anna,
      body: { filters: { 'escalation.name': ['Suspended'] }, fields: ['id'] },
    })
    assert.deepEqual(found.body, [{ id: whole.id }])
    assert.equal((await put(path, { ...whole, description: 'Move of the servers' })).status, 204)
    assert.deepEqual(faults(await put(path, { end_time: '2026-05-01T10:00:00Z' })), ['wrong_window data.end_time'])
    assert.deepEqual(faults(await put(path, { start_time: '2026-05-01T13:00:00Z' })), ['wrong_window data.end_time'])
    assert.equal((await put(path, { start_time: '2026-05-01T11:59:59Z' })).status, 204)
    assert.deepEqual(faults(await put(path, { escalation_id: 987654 })), ['read_only_field data.escalation_id'])
    const past = { escalation_id: id, end_time: '2026-05-01T10:00:00Z' }
    assert.deepEqual(faults(await api.call('POST', '/escalation_suspensions', { as: anna, body: past })), [
      'wrong_window data.end_time',
    ])
    assert.equal((await remove(path)).status, 204)
    assert.equal((await get(path)).status, 404)
  } finally {
    api.clock = null
  }
})

const minute = (day_of_week: number, hour: number) => ({ day_of_week, hour, minute: 0 })
const night = { start_minute: minute(7, 22), end_minute: minute(1, 6) }

test('an escalation step can be suspended weekly, also over the end of the week', async () => {
  const id = await create('/escalations', { event_id: event, name: 'Weekly', contact_ids: [contact] })
  const weekly = await create('/escalation_weekly_suspensions', { escalation_id: id, ...night })
  const path = `/escalation_weekly_suspensions/${weekly}`
  const whole = { id: weekly, escalation_id: id, description: '', ...night }
  assert.deepEqual((await get(path)).body, whole)
  assert.deepEqual((await get(`/escalations/${id}/weekly_suspensions?sort=-start_minute`)).body, [whole])
  assert.equal((await get(`${path}/escalation`)).body.id, id)
  assert.equal((await put(path, { ...whole, end_minute: minute(1, 7) })).status, 204)
  assert.deepEqual((await get(path)).body.end_minute, minute(1, 7))
  assert.deepEqual(faults(await put(path, { start_minute: minute(8, 0) })), ['too_large data.start_minute.day_of_week'])
  assert.equal((await remove(path)).status, 204)

  await create('/escalation_weekly_suspensions', { escalation_id: id, ...night })
  await create('/escalation_suspensions', { escalation_id: id, end_time: '2099-01-01T00:00:00Z' })
  assert.equal((await remove(`/escalations/${id}`)).status, 204)
  const [left] = await api.owner.query(
    sql<{ count: number }>`select (select count(*) from escalation_suspension where escalation_id = ${id})
  + (select count(*) from escalation_weekly_suspension where escalation_id = ${id}) as count`,
  )
  assert.equal(left?.count, 0)
})

async function create(path: string, body: object): Promise<number> {
  const reply = await api.call('POST', path, { as: anna, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const get = (path: string) => api.call('GET', path, { as: anna })
const put = (path: string, body: object) => api.call('PUT', path, { as: anna, body })
const remove = (path: string) => api.call('DELETE', path, { as: anna })

const faults = ({ body }: Reply): string[] =>
  body.map((each: { error: string; field?: string }) => `${each.error} ${each.field ?? ''}`.trim()).sort()
