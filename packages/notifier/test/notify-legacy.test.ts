import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())
const at = (time: string) => `2026-06-01T${time}:00Z`

for (const [group_id, notification_channel_id, address] of [
  [1000, 'email', 'a@example.com'],
  [1000, 'sms', '+48600100200'],
  [1000, 'jabber', 'a@jabber.example'],
  [1001, 'email', 'other@example.com'],
])
  await world.insert('notification_address', {
    ...{ owner_id: 1, group_id, notification_channel_id, address, description: '' },
  })

/** Returns why the start and the end were suppressed, by address; null means sent. */
async function reasons(service: object): Promise<Record<string, (string | null)[]>> {
  const id = await world.occurrence(await world.service(service), null, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.setSent()
  await world.end(id, at('10:30'))
  await world.tell([id], at('10:30'))
  const messages = await world.messages(id)
  assert.ok(messages.every(({ style, contact_id, escalation_id }) => style === 'o' && !contact_id && !escalation_id))
  return Object.fromEntries(
    [...Map.groupBy(messages, ({ address }) => address)].map(([address, own]) => [
      address,
      own.map(({ reason }) => reason),
    ]),
  )
}

test('the addresses of the group are notified on the channels of the service, in the language of the account', async () => {
  const told = [null, null]
  assert.deepEqual(await reasons({}), { 'a@example.com': told, '+48600100200': told })
  assert.deepEqual(await reasons({ group_id: 1001 }), { 'other@example.com': told })
  assert.deepEqual(await reasons({ notification_channel_ids: ['jabber'] }), { 'a@jabber.example': told })
  assert.deepEqual(await reasons({ notification_channel_ids: [] }), {})
  const languages = await world.db.query(sql`select distinct language_id from notification`)
  assert.deepEqual(languages, [{ language_id: 'pl' }])
})

test('the conditions select starts, ends, both or none', async () => {
  const only = (...notification_condition_ids: readonly string[]) =>
    reasons({ notification_condition_ids, notification_channel_ids: ['email'] })
  assert.deepEqual(await only('failure'), { 'a@example.com': [null, 'condition_not_chosen'] })
  assert.deepEqual(await only('recovery'), { 'a@example.com': ['condition_not_chosen', null] })
  assert.deepEqual(await only(), { 'a@example.com': ['condition_not_chosen', 'condition_not_chosen'] })
})

test('legacy notifications can be disabled for a service, for an account, and by the package', async () => {
  const email = { notification_channel_ids: ['email'] }
  assert.deepEqual(await reasons({ ...email, notification_mode_id: 'off' }), {
    'a@example.com': ['notifications_off', 'not_told_of_start'],
  })
  await world.db.query(sql`update account set disable_legacy_notifications = true`)
  assert.deepEqual(await reasons(email), { 'a@example.com': ['older_style_disabled', 'not_told_of_start'] })
  await world.db.query(sql`update account set disable_legacy_notifications = false`)
  await using owner = await world.owner()
  await owner.query(sql`update package set available_notification_channel_ids = '{sms}'`)
  assert.deepEqual(await reasons(email), { 'a@example.com': ['channel_not_available', 'channel_not_available'] })
  await owner.query(sql`update package set available_notification_channel_ids = '{email,sms,jabber}'`)
  assert.deepEqual(await reasons(email), { 'a@example.com': [null, null] })
})

test('maintenance windows of the service and acknowledgements apply too', async () => {
  const service = await world.service({ notification_channel_ids: ['email'] })
  await world.insert('suspension', {
    ...{ service_id: service, owner_id: 1, description: '', start_time: at('09:00'), end_time: at('11:00') },
    only_notifications: true,
  })
  const [held, seen] = [
    await world.occurrence(service, null, at('10:00')),
    await world.occurrence(service, null, at('10:01')),
  ]
  await world.tell([held, seen], at('10:01'))
  await world.acknowledge(seen, at('10:30'))
  await world.runUntil(at('11:00'))
  assert.deepEqual(await world.lines(held), [
    '10:01 start:0 a@example.com service_suspended',
    '11:00 start:0:later a@example.com told',
  ])
  assert.deepEqual((await world.lines(seen)).at(-1)?.slice(6), 'start:0:later a@example.com acknowledged')
  assert.deepEqual(await world.statuses(held), [])
})
