import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { deleteOldNotifications } from '../src/notifications.ts'

const now = new Date('2026-03-01T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

let server: TestDatabase
let owner: Database
/** With the rights of the application. */
let db: Database
let account: number
let service: number
let event: number
let escalation: number

before(async () => {
  server = await createTestDatabase()
  db = openDatabase(server.url)
  owner = openDatabase(server.url, { role: null, connections: 1 })
  const [offer] = await owner.query(sql<{ id: number }>`insert into package (name) values ('Basic') returning id`)
  account = await added(sql`account (name, username, package_id, email_address, language_id)
values ('Anna', 'anna', ${offer?.id}, 'anna@example.com', 'pl')`)
  await owner.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable)
values ('ping', 1, '{}', '{}', 'default', '{}', 60, false, '{}', true)`)
  service = await added(sql`service (owner_id, group_id, type_id, name, address, "interval")
select ${account}, id, 'ping', 'Shop', 'example.com', 60 from service_group where owner_id = ${account}`)
  event = await added(sql`event (owner_id, name) values (${account}, 'Down')`)
  escalation = await added(sql`escalation (event_id, name) values (${event}, 'At once')`)
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await owner[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('notifications and ended alerts are deleted after their retention, and open alerts stay', async () => {
  const old = await occurrence(daysAgo(500), daysAgo(400))
  const lasting = await occurrence(daysAgo(490), null)
  const recent = await occurrence(daysAgo(480), daysAgo(396))
  await owner.query(sql`insert into event_status (service_id, event_id, owner_id, status, since, signal, signal_since, occurrence_id)
values (${service}, ${event}, ${account}, 'inactive', ${daysAgo(400)}, false, ${daysAgo(400)}, ${old})`)
  await owner.query(sql`insert into notification (account_id, style, kind, occurrence_id, channel_id, address, language_id, status, step, created_at)
select ${account}, 'c', 'start', ${recent}, 'email', 'a@example.com', 'pl', 'sent', 's' || n, ${daysAgo(398)} from generate_series(1, 12000) n`)
  const message = (of: number, made: Date) =>
    added(sql`notification (account_id, style, kind, occurrence_id, channel_id, address, language_id, status, step, created_at)
values (${account}, 'c', 'start', ${of}, 'email', 'a@example.com', 'pl', 'sent', 'kept', ${made})`)
  const kept = [await message(old, daysAgo(396)), await message(lasting, daysAgo(490))]

  assert.equal(await deleteOldNotifications(db, 397, now), 12_000 + 1)
  assert.deepEqual(await ids('notification'), kept)
  assert.deepEqual(await ids('occurrence'), [lasting, recent])
  assert.deepEqual(await owner.query(sql`select occurrence_id as id from escalation_status order by 1`), [
    { id: lasting },
    { id: recent },
  ])
  assert.deepEqual(await owner.query(sql`select occurrence_id, status from event_status`), [
    { occurrence_id: null, status: 'inactive' },
  ])
  assert.equal(await deleteOldNotifications(db, 397, now), 0, 'once')
  assert.equal(await deleteOldNotifications(db, 390, now), 2, 'a shorter time takes more')
})

test('mass changes are deleted together with their notifications', async () => {
  await owner.query(
    sql`insert into mass_change (begun_at, failing, watched) values (${daysAgo(398)}, 20, 100), (${daysAgo(396)}, 30, 100)`,
  )
  assert.equal(await deleteOldNotifications(db, 397, now), 1)
  assert.deepEqual(await owner.query(sql`select failing from mass_change`), [{ failing: 30 }])
})

test('only verified addresses in use are kept, and usage of the last days', async () => {
  await owner.query(sql`insert into notification_address (owner_id, group_id, notification_channel_id, address)
select ${account}, id, 'sms', '+48600000001' from service_group where owner_id = ${account}`)
  const contact = await added(sql`contact (owner_id, name, language_id) values (${account}, 'Night', 'pl')`)
  await owner.query(
    sql`insert into contact_address (contact_id, channel_id, address) values (${contact}, 'telephone', '+48600000002')`,
  )
  const prove = (channel: string, number: string, verified: Date | null, expires: Date | null) =>
    owner.query(sql`insert into verified_address (account_id, channel_id, address, verified_at, code_expires_at)
values (${account}, ${channel}, ${number}, ${verified}, ${expires})`)
  await owner.query(sql`insert into periodic_report_address (group_id, address, report_frequency)
select id, 'boss@example.com 6', 'daily' from service_group where owner_id = ${account}`)
  await owner.query(sql`insert into report_template (owner_id, name, language_id, time_zone_id, section_ids, accounting_method, recipients)
values (${account}, 'Monthly', 'en', 'utc', '{summary}', '{}', '{board@example.com 7}')`)
  for (const address of ['boss@example.com 6', 'board@example.com 7', 'former@example.com 8'])
    await prove('email', address, daysAgo(300), null)
  await prove('sms', '+48600000001', daysAgo(300), null)
  await prove('telephone', '+48600000002', daysAgo(300), null)
  await prove('sms', '+48600000002', daysAgo(300), null)
  await prove('sms', '+48600000003', daysAgo(29), null)
  await prove('sms', '+48600000004', null, daysAgo(0.01))
  await prove('sms', '+48600000005', null, daysAgo(-0.001))
  await owner.query(
    sql`insert into phone_usage (day, scope, units) select ${now}::date - n, 'all', 1 from generate_series(0, 9) n`,
  )
  assert.equal(await deleteOldNotifications(db, 397, now), 3 + 2)
  const left = await owner.query(
    sql<{ proof: string }>`select channel_id || ' ' || right(address, 1) as proof from verified_address order by 1`,
  )
  assert.deepEqual(
    left.map(({ proof }) => proof),
    ['email 6', 'email 7', 'sms 1', 'sms 3', 'sms 5', 'telephone 2'],
    'in use, lately proved, or being proved',
  )
  assert.equal((await owner.query(sql`select from phone_usage`)).length, 8)
})

async function added(row: ReturnType<typeof sql>): Promise<number> {
  const [made] = await owner.query(sql<{ id: number }>`insert into ${row} returning id`)
  return made?.id ?? 0
}

async function occurrence(start: Date, end: Date | null): Promise<number> {
  const id = await added(sql`occurrence (service_id, event_id, owner_id, start_time, end_time)
values (${service}, ${event}, ${account}, ${start}, ${end})`)
  await owner.query(sql`insert into escalation_status (occurrence_id, escalation_id, service_id, event_id, owner_id, status)
values (${id}, ${escalation}, ${service}, ${event}, ${account}, 'finished')`)
  return id
}

async function ids(table: string): Promise<number[]> {
  const rows = await owner.query(sql<{ id: number }>`select id from ${sql.table(table)} order by id`)
  return rows.map(({ id }) => id)
}
