import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobNames, type NotifyPayload } from '@wachta/queue'
import { loadJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { createNotifyTask } from '../src/notify/notify.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())
const day = '2026-06-01T'
const at = (time: string) => `${day}${time}:00Z`

test('contacts are notified immediately on all their addresses, and of the end', async () => {
  const service = await world.service()
  const event = await world.event()
  const contact = await world.contact('a@example.com', 'sms:+48600100200', 'slack:https://hooks.example.com/a')
  const escalation = await world.escalation(event, [contact])
  const id = await world.occurrence(service, event, at('10:00'))
  await world.tell([id], at('10:00'))
  assert.deepEqual(await world.lines(id), [
    '10:00 start:0 a@example.com told',
    '10:00 start:0 +48600100200 told',
    '10:00 start:0 https://hooks.example.com/a told',
  ])
  assert.deepEqual(await world.statuses(id), [{ escalation_id: escalation, status: 'sent', next: null, sent: 1 }])
  await world.end(id, at('10:07'))
  await world.tell([id], at('10:08'))
  assert.deepEqual((await world.lines(id)).slice(3), [
    '10:08 end a@example.com told',
    '10:08 end +48600100200 told',
    '10:08 end https://hooks.example.com/a told',
  ])
  assert.deepEqual(await world.statuses(id), [{ escalation_id: escalation, status: 'finished', next: null, sent: 1 }])
  assert.deepEqual(await world.timers(), [])
})

test('escalation steps follow their delays and repeats, and stop once the alert is acknowledged', async () => {
  const event = await world.event()
  const first = await world.contact('first@example.com')
  const second = await world.contact('second@example.com')
  const group = await world.insert('contact_group', {
    owner_id: 1,
    name: 'Group',
    description: '',
    contact_ids: [second],
  })
  const one = await world.escalation(event, [first], { repeat_interval: 600, maximum_repeats: 2 })
  const two = await world.escalation(event, [], { contact_group_ids: [group], delay: 900, repeat_interval: 1200 })
  const three = await world.escalation(event, [first], { delay: 86_400 })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  assert.deepEqual(await world.statuses(id), [
    { escalation_id: one, status: 'sent', next: '10:10', sent: 1 },
    { escalation_id: two, status: 'waiting', next: '10:15', sent: 0 },
    { escalation_id: three, status: 'waiting', next: '10:00', sent: 0 },
  ])
  await world.runUntil(at('10:59'))
  assert.deepEqual(await world.lines(id), [
    '10:00 start:0 first@example.com told',
    '10:10 start:1 first@example.com told',
    '10:15 start:0 second@example.com told',
    '10:20 start:2 first@example.com told',
    '10:35 start:1 second@example.com told',
    '10:55 start:2 second@example.com told',
  ])
  await world.acknowledge(id, at('11:00'))
  await world.tell([id], at('11:00'))
  assert.equal(await world.runUntil('2026-07-01T00:00:00Z'), 0)
  assert.equal((await world.messages(id)).length, 6)
  assert.deepEqual(await world.statuses(id), [
    { escalation_id: one, status: 'finished', next: null, sent: 3 },
    { escalation_id: two, status: 'finished', next: null, sent: 3 },
    { escalation_id: three, status: 'finished', next: null, sent: 0 },
  ])
  await world.setSent()
  await world.end(id, at('11:30'))
  await world.tell([id], at('11:30'))
  assert.deepEqual((await world.lines(id)).slice(6), [
    '11:30 end first@example.com told',
    '11:30 end second@example.com told',
  ])
})

test('an alert that was acknowledged before the first notification is not notified', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com')], { repeat_interval: 60 })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.acknowledge(id, at('10:01'))
  await world.tell([id], at('10:02'))
  await world.end(id, at('10:30'))
  await world.tell([id], at('10:30'))
  assert.deepEqual(await world.lines(id), [
    '10:02 start:0 a@example.com acknowledged',
    '10:30 end a@example.com not_told_of_start',
  ])
  assert.deepEqual(await world.timers(), [])
})

test('if an acknowledgement is undone, those who were not notified are, and the steps and reminders go on', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com')], { repeat_interval: 600, maximum_repeats: 5 })
  await world.escalation(event, [await world.contact('b@example.com')], { delay: 900 })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.acknowledge(id, at('10:01'))
  await world.tell([id], at('10:02'))
  assert.equal(await world.runUntil(at('10:29')), 0)
  await world.unacknowledge(id)
  await world.tell([id], at('10:30'))
  await world.runUntil(at('10:41'))
  assert.deepEqual(await world.lines(id), [
    '10:02 start:0 a@example.com acknowledged',
    '10:30 start:0:resumed a@example.com told',
    '10:30 start:0 b@example.com told',
    '10:40 start:1 a@example.com told',
  ])
})

test('after a long downtime the first message and the newest repeat are sent, and none in between', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com')], { delay: 300, repeat_interval: 600 })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('13:17'))
  assert.deepEqual(await world.lines(id), ['13:17 start:0 a@example.com told', '13:17 start:19 a@example.com told'])
  await world.runUntil(at('13:30'))
  assert.deepEqual((await world.lines(id)).slice(2), ['13:25 start:20 a@example.com told'])
  await world.tell([id], at('15:00'))
  assert.deepEqual((await world.lines(id)).slice(3), ['15:00 start:29 a@example.com told'])
  const over = await world.occurrence(await world.service(), event, at('10:00'), {
    end_time: at('10:20'),
    end_reason: 'recovered',
  })
  await world.tell([over], at('15:00'))
  // An alert that started and ended in the meantime is notified too, so that the downtime does not hide it.
  assert.deepEqual(await world.lines(over), ['15:00 start:0 a@example.com told', '15:00 end a@example.com told'])
})

test('an address gets one message per step, even if several contacts lead to it', async () => {
  const event = await world.event()
  const one = await world.contact('shared@example.com', 'sms:+48600100200')
  const two = await world.contact('shared@example.com')
  const groups = await Promise.all(
    [1, 2].map(() =>
      world.insert('contact_group', { owner_id: 1, name: 'G', description: '', contact_ids: [one, two] }),
    ),
  )
  await world.escalation(event, [one, two], { contact_group_ids: groups, repeat_interval: 60 })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.runUntil(at('10:01'))
  assert.deepEqual(await world.lines(id), [
    '10:00 start:0 shared@example.com told',
    '10:00 start:0 +48600100200 told',
    '10:01 start:1 shared@example.com told',
    '10:01 start:1 +48600100200 told',
  ])
  // A contact in quiet hours does not suppress another with the same address.
  await world.insert('contact_suspension', {
    ...{ contact_id: one, owner_id: 1, description: '', start_time: at('11:00'), end_time: at('12:00') },
  })
  const later = await world.occurrence(await world.service(), event, at('11:00'))
  await world.tell([later], at('11:00'))
  await world.runUntil(at('12:00'))
  const messages = (await world.messages(later)).filter(({ step }) => !/start:[1-9]/.test(step))
  assert.deepEqual(
    messages.map(({ contact_id, address, step, reason }) => [contact_id, address, step, reason]),
    [
      [two, 'shared@example.com', 'start:0', null],
      [one, '+48600100200', 'start:0', 'contact_suspended'],
      [one, '+48600100200', 'start:0:later', null],
    ],
  )
})

test('only channels that the escalation and the package allow and that still exist are used', async () => {
  const event = await world.event()
  const contact = await world.contact(
    'a@example.com',
    'sms:+48600100200',
    'gadu_gadu:12345',
    'webhook:https://example.com/x',
  )
  await world.escalation(event, [contact], { channel_ids: ['email', 'gadu_gadu', 'webhook'] })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  assert.deepEqual(await world.lines(id), [
    '10:00 start:0 a@example.com told',
    '10:00 start:0 12345 channel_discontinued',
    '10:00 start:0 https://example.com/x channel_not_available',
  ])
})

test('the end is sent to the addresses that got the start, even if the escalation was changed since', async () => {
  const event = await world.event()
  const stays = await world.contact('stays@example.com')
  const leaves = await world.contact('leaves@example.com')
  const comes = await world.contact('comes@example.com')
  const escalation = await world.escalation(event, [stays, leaves])
  const silent = await world.escalation(event, [stays], { notify_end: false })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.db.query(
    sql`update escalation set contact_ids = array[${stays}, ${comes}]::bigint[], is_active = false where id = ${escalation}`,
  )
  await world.end(id, at('10:30'))
  await world.tell([id], at('10:30'))
  const ends = (await world.messages(id)).filter(({ kind }) => kind === 'end')
  assert.deepEqual(
    ends.map(({ escalation_id, address }) => [escalation_id, address]),
    [
      [escalation, 'stays@example.com'],
      [escalation, 'leaves@example.com'],
    ],
  )
  assert.equal((await world.statuses(id)).find(({ escalation_id }) => escalation_id === silent)?.status, 'finished')
})

test('no end is sent for a paused or deleted service, nor to addresses that did not get the start', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com', 'b@example.com')])
  const ids: number[] = []
  for (const reason of ['paused', 'removed', 'recovered']) {
    const id = await world.occurrence(await world.service(), event, at('10:00'))
    await world.tell([id], at('10:00'))
    await world.setSent()
    await world.db.query(
      sql`update notification set status = 'failed', reason = 'refused' where occurrence_id = ${id} and address like 'b%'`,
    )
    await world.end(id, at('10:30'), reason)
    await world.tell([id], at('10:30'))
    ids.push(id)
  }
  const ends = (await world.messages(...ids)).filter(({ kind }) => kind === 'end')
  assert.deepEqual(
    ends.map(({ reason }) => reason),
    ['service_paused', 'service_paused', 'service_gone', 'not_told_of_start', null, 'not_told_of_start'],
  )
})

test('a paused service, a blocked account and a disabled rule cause no notifications', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com')])
  const paused = await world.occurrence(await world.service({ is_active: false }), event, at('10:00'))
  await world.tell([paused], at('10:00'))
  assert.deepEqual(await world.lines(paused), ['10:00 start:0 a@example.com service_paused'])
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.db.query(sql`update account set is_blocked = true`)
  await world.tell([id], at('10:00'))
  await world.db.query(sql`update account set is_blocked = false`)
  assert.deepEqual(await world.lines(id), ['10:00 start:0 a@example.com account_blocked'])
  await world.db.query(sql`update event set is_active = false where id = ${event}`)
  const off = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([off], at('10:00'))
  assert.deepEqual(await world.lines(off), [])
})

test('a contact that is added during an alert gets the next repeat and those after it', async () => {
  const event = await world.event()
  const one = await world.contact('one@example.com')
  const escalation = await world.escalation(event, [one], { repeat_interval: 600 })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  const two = await world.contact('two@example.com')
  await world.db.query(
    sql`update escalation set contact_ids = array[${one}, ${two}]::bigint[] where id = ${escalation}`,
  )
  await world.runUntil(at('10:20'))
  assert.deepEqual((await world.lines(id)).slice(1), [
    '10:10 start:0 two@example.com told',
    '10:10 start:1 one@example.com told',
    '10:20 start:2 one@example.com told',
    '10:20 start:2 two@example.com told',
  ])
})

test('a clock that is behind does not make a timer run repeatedly', async () => {
  const event = await world.event()
  await world.escalation(event, [await world.contact('a@example.com')], { delay: 300 })
  const id = await world.occurrence(await world.service(), event, at('10:00'))
  await world.tell([id], at('10:00'))
  const stored = await loadJobs<NotifyPayload>(world.db, jobNames.notify)
  const timer = stored.find(({ key }) => key === `tell:${id}`)
  assert.ok(timer)
  const behind = createNotifyTask({ database: world.db, now: () => new Date(at('10:04')) })
  await behind(timer.payload)
  assert.deepEqual(await world.lines(id), ['10:05 start:0 a@example.com told'])
  assert.deepEqual(
    (await world.timers()).filter(({ occurrence_id }) => occurrence_id === id),
    [],
  )
})

test('a contact that is added after the end of an alert is not notified of it', async () => {
  const service = await world.service()
  const event = await world.event()
  const escalation = await world.escalation(event, [await world.contact('a@example.com')])
  const id = await world.occurrence(service, event, at('10:00'))
  await world.tell([id], at('10:00'))
  const late = await world.contact('late@example.com')
  await world.db.query(sql`update escalation set contact_ids = contact_ids || ${late}::bigint where id = ${escalation}`)
  await world.end(id, at('11:00'))
  await world.tell([id], at('11:00'))
  assert.deepEqual(await world.lines(id), ['10:00 start:0 a@example.com told', '11:00 end a@example.com told'])
})
