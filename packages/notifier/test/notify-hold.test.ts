import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())
const at = (time: string) => `2026-06-01T${time}:00Z`

const window = (start: string, end: string) => ({
  ...{ owner_id: 1, description: '', start_time: at(start), end_time: at(end) },
})

test('a notification suppressed by a maintenance window is sent at its end if the alert still lasts', async () => {
  const event = await world.event()
  const contact = await world.contact('a@example.com')
  const escalation = await world.escalation(event, [contact])
  const [one, two, three] = [await world.service(), await world.service(), await world.service()]
  // Both kinds of maintenance windows suppress notifications.
  await world.insert('suspension', { ...window('09:00', '11:00'), service_id: one, only_notifications: true })
  await world.insert('suspension', { ...window('09:00', '11:00'), service_id: two, only_notifications: false })
  const lasting = await world.occurrence(one, event, at('10:00'))
  const over = await world.occurrence(two, event, at('10:00'))
  await world.tell([lasting, over], at('10:00'))
  const held = ['10:00 start:0 a@example.com service_suspended']
  assert.deepEqual([await world.lines(lasting), await world.lines(over)], [held, held])
  assert.deepEqual(await world.statuses(lasting), [
    { escalation_id: escalation, status: 'suspended', next: '10:05', sent: 0 },
  ])
  assert.ok((await world.runUntil(at('10:59'))) >= 22)
  await world.end(over, at('10:59'))
  await world.tell([over], at('10:59'))
  await world.runUntil(at('23:00'))
  assert.deepEqual(await world.lines(lasting), [...held, '11:00 start:0:later a@example.com told'])
  assert.deepEqual(await world.lines(over), [...held, '10:59 end a@example.com service_suspended'])
  await world.insert('escalation_suspension', { ...window('12:00', '13:00'), escalation_id: escalation })
  const escalated = await world.occurrence(three, event, at('12:00'))
  await world.tell([escalated], at('12:00'))
  await world.runUntil(at('13:00'))
  assert.deepEqual(await world.lines(escalated), [
    '12:00 start:0 a@example.com escalation_suspended',
    '13:00 start:0:later a@example.com told',
  ])
})

test('a suppressed end is never sent later', async () => {
  const event = await world.event()
  const [awake, asleep] = [await world.contact('awake@example.com'), await world.contact('asleep@example.com')]
  await world.escalation(event, [awake, asleep])
  await world.insert('contact_suspension', { ...window('10:30', '11:30'), contact_id: asleep })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.end(id, at('11:00'))
  await world.tell([id], at('11:00'))
  await world.tell([id], at('12:00'))
  assert.deepEqual((await world.lines(id)).slice(2), [
    '11:00 end awake@example.com told',
    '11:00 end asleep@example.com contact_suspended',
  ])
})

test('suppressed escalation steps start one by one when allowed; a contact in quiet hours is notified at their end', async () => {
  const event = await world.event()
  const first = await world.contact('first@example.com')
  const boss = await world.contact('boss@example.com')
  const sleeper = await world.contact('sleeper@example.com')
  await world.escalation(event, [first], { repeat_interval: 1800 })
  await world.escalation(event, [boss], { delay: 1200 })
  await world.escalation(event, [sleeper], { delay: 600, repeat_interval: 600, maximum_repeats: 2 })
  const service = await world.service()
  await world.insert('suspension', { ...window('10:00', '11:00'), service_id: service, only_notifications: true })
  await world.insert('contact_suspension', { ...window('10:30', '12:00'), contact_id: sleeper })
  const id = await world.occurrence(service, event, at('10:05'))
  await world.tell([id], at('10:05'))
  await world.runUntil(at('12:40'))
  assert.deepEqual(await world.lines(id), [
    '10:05 start:0 first@example.com service_suspended',
    '10:15 start:0 sleeper@example.com service_suspended',
    '10:25 start:0 boss@example.com service_suspended',
    '11:00 start:0:later first@example.com told',
    '11:20 start:0:later boss@example.com told',
    '11:30 start:1 first@example.com told',
    '12:00 start:2 first@example.com told',
    '12:00 start:0:later sleeper@example.com told',
    '12:10 start:1 sleeper@example.com told',
    '12:20 start:2 sleeper@example.com told',
    '12:30 start:3 first@example.com told',
  ])
})

test('a maintenance window that is deleted early soon stops suppressing', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com')])
  const service = await world.service()
  const suspension = await world.insert('suspension', {
    ...{ ...window('09:00', '23:00'), service_id: service, only_notifications: true },
  })
  const id = await world.occurrence(service, event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.runUntil(at('10:31'))
  await world.db.query(sql`delete from suspension where id = ${suspension}`)
  await world.runUntil(at('10:40'))
  assert.deepEqual((await world.lines(id)).slice(1), ['10:35 start:0:later a@example.com told'])
})

test('a maintenance window that covers the whole week never ends', async () => {
  const event = await world.event()
  const contact = await world.contact('a@example.com')
  await world.escalation(event, [contact])
  await world.insert('contact_weekly_suspension', {
    ...{ contact_id: contact, owner_id: 1, description: '', start_minute: 60, end_minute: 60 },
  })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.runUntil(at('11:00'))
  assert.deepEqual(await world.lines(id), ['10:00 start:0 a@example.com contact_suspended'])
})

test('repeats are suppressed too and continue with their numbers', async () => {
  const event = await world.event()
  const contact = await world.contact('a@example.com')
  await world.escalation(event, [contact], { repeat_interval: 600, maximum_repeats: 4 })
  await world.insert('contact_suspension', { ...window('10:05', '10:25'), contact_id: contact })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.runUntil(at('12:00'))
  assert.deepEqual(await world.lines(id), [
    '10:00 start:0 a@example.com told',
    '10:10 start:1 a@example.com contact_suspended',
    '10:20 start:2 a@example.com contact_suspended',
    '10:30 start:3 a@example.com told',
    '10:40 start:4 a@example.com told',
  ])
})

test('an alert of a mass change is notified once it is confirmed', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com')])
  await world.escalation(event, [await world.contact('boss@example.com')], { delay: 600 })
  const id = await world.occurrence(await world.service(), event, at('10:00'), { held_until: at('10:01') })
  await world.tell([id], at('10:00'))
  await world.runUntil(at('10:30'))
  assert.deepEqual(await world.lines(id), [
    '10:00 start:0 a@example.com mass_change',
    '10:01 start:0:later a@example.com told',
    '10:10 start:0 boss@example.com told',
  ])
})

test('an alert that is acknowledged while suppressed is not notified any more', async () => {
  const event = await world.event()
  const contact = await world.contact('a@example.com')
  await world.escalation(event, [contact], { repeat_interval: 60 })
  await world.insert('contact_suspension', { ...window('10:00', '11:00'), contact_id: contact })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.acknowledge(id, at('10:30'))
  await world.tell([id], at('10:30'))
  await world.runUntil(at('12:00'))
  assert.deepEqual(await world.lines(id), [
    '10:00 start:0 a@example.com contact_suspended',
    '10:30 start:0:later a@example.com acknowledged',
  ])
})
