import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { vendorReportedErrorIds } from '@wachta/domain'
import { sql } from 'kysely'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())
const at = (time: string) => `2026-06-01T${time}:00Z`
const only = (...service_ids: readonly number[]) => ({ all_services: false, group_ids: [], service_ids })

test('an alert is suppressed while a condition fires on the same service', async () => {
  const [one, other] = [await world.service(), await world.service()]
  const condition = await world.event()
  const event = await world.event({ condition_event_ids: [condition] })
  await world.escalation(event, [await world.contact('a@example.com')])
  const cause = await world.occurrence(one, condition, at('09:00'))
  const explained = await world.occurrence(one, event, at('10:00'))
  const unexplained = await world.occurrence(other, event, at('10:00'))
  await world.tell([explained, unexplained], at('10:00'))
  assert.deepEqual(await world.lines(explained), ['10:00 start:0 a@example.com condition'])
  assert.deepEqual(await world.lines(unexplained), ['10:00 start:0 a@example.com told'])
  await world.runUntil(at('10:58'))
  await world.end(cause, at('10:58'))
  await world.tell([cause], at('10:59'))
  await world.runUntil(at('10:59'))
  assert.deepEqual((await world.lines(explained)).slice(1), ['10:59 start:0:later a@example.com told'])
  // Notified once: other alerts that end do not notify it again.
  await world.tell([cause], at('11:30'))
  await world.runUntil(at('11:30'))
  assert.equal((await world.lines(explained)).length, 2)
  assert.equal((await world.lines(unexplained)).length, 1)
})

test('a condition on other services suppresses when it fires on any of them', async () => {
  const [router, site, covered] = [await world.service(), await world.service(), await world.service()]
  const condition = await world.event({ scope: only(router, covered) })
  const event = await world.event({ condition_event_ids: [condition] })
  await world.escalation(event, [await world.contact('a@example.com')])
  await world.escalation(event, [await world.contact('boss@example.com')], { delay: 600 })
  const cause = await world.occurrence(router, condition, at('09:00'))
  const ids = [await world.occurrence(site, event, at('10:00')), await world.occurrence(covered, event, at('10:00'))]
  await world.tell(ids, at('10:00'))
  await world.runUntil(at('10:30'))
  assert.deepEqual(await world.lines(ids[0] ?? 0), [
    '10:00 start:0 a@example.com condition',
    '10:10 start:0 boss@example.com condition',
  ])
  // The condition covers that service itself, and does not fire on it.
  assert.deepEqual(await world.lines(ids[1] ?? 0), [
    '10:00 start:0 a@example.com told',
    '10:10 start:0 boss@example.com told',
  ])
  await world.end(cause, at('11:00'))
  await world.tell([cause], at('11:00'))
  await world.runUntil(at('11:30'))
  assert.deepEqual((await world.lines(ids[0] ?? 0)).slice(2), [
    '11:00 start:0:later a@example.com told',
    '11:10 start:0:later boss@example.com told',
  ])
})

test('the scope of a condition can be a group', async () => {
  const inside = await world.service({ group_id: 1001 })
  const outside = await world.service()
  const condition = await world.event({ scope: { all_services: false, group_ids: [1001], service_ids: [] } })
  const event = await world.event({ condition_event_ids: [condition] })
  await world.escalation(event, [await world.contact('a@example.com')])
  await world.occurrence(await world.service({ group_id: 1001 }), condition, at('09:00'))
  const ids = [await world.occurrence(inside, event, at('10:00')), await world.occurrence(outside, event, at('10:00'))]
  await world.tell(ids, at('10:00'))
  assert.deepEqual(await world.lines(...ids), [
    '10:00 start:0 a@example.com told',
    '10:00 start:0 a@example.com condition',
  ])
})

test('an alert that ends while suppressed is not notified; one that started before its condition was notified already', async () => {
  const service = await world.service()
  const condition = await world.event()
  const event = await world.event({ condition_event_ids: [condition] })
  await world.escalation(event, [await world.contact('a@example.com')], { repeat_interval: 600 })
  const early = await world.occurrence(service, event, at('08:00'))
  await world.tell([early], at('08:00'))
  const cause = await world.occurrence(service, condition, at('08:05'))
  await world.tell([cause], at('08:05'))
  await world.runUntil(at('08:11'))
  await world.end(cause, at('08:15'))
  await world.tell([cause], at('08:15'))
  await world.runUntil(at('08:20'))
  assert.deepEqual(await world.lines(early), [
    '08:00 start:0 a@example.com told',
    '08:10 start:1 a@example.com condition',
    '08:20 start:2 a@example.com told',
  ])
  await world.end(early, at('08:25'))
  await world.tell([early], at('08:25'))
  const again = await world.occurrence(service, condition, at('09:00'))
  const explained = await world.occurrence(service, event, at('09:01'))
  await world.tell([explained], at('09:01'))
  await world.end(explained, at('09:30'))
  await world.tell([explained], at('09:30'))
  await world.end(again, at('09:40'))
  await world.tell([again], at('09:40'))
  await world.runUntil(at('10:00'))
  assert.deepEqual(await world.lines(explained), [
    '09:01 start:0 a@example.com condition',
    '09:30 end a@example.com not_told_of_start',
  ])
})

test('a suppressed alert is not notified either if the notifier was down until it ended', async () => {
  const service = await world.service()
  const condition = await world.event()
  const event = await world.event({ condition_event_ids: [condition] })
  await world.escalation(event, [await world.contact('a@example.com')])
  const cause = await world.occurrence(service, condition, at('09:00'))
  const explained = await world.occurrence(service, event, at('09:01'))
  const unexplained = await world.occurrence(service, event, at('09:25'))
  await world.end(cause, at('09:20'))
  await world.end(explained, at('09:19'))
  await world.end(unexplained, at('09:30'))
  await world.tell([cause, explained, unexplained], at('10:00'))
  assert.deepEqual(await world.lines(explained), [
    '10:00 start:0 a@example.com condition',
    '10:00 end a@example.com not_told_of_start',
  ])
  assert.deepEqual(await world.lines(unexplained), ['10:00 start:0 a@example.com told', '10:00 end a@example.com told'])
})

test('a condition that is removed from the rule or deleted soon stops suppressing', async () => {
  const service = await world.service()
  const condition = await world.event()
  const event = await world.event({ condition_event_ids: [condition] })
  await world.escalation(event, [await world.contact('a@example.com')])
  await world.occurrence(service, condition, at('09:00'))
  const id = await world.occurrence(service, event, at('10:00'))
  await world.tell([id], at('10:00'))
  await world.db.query(sql`delete from event where id = ${condition}`)
  await world.runUntil(at('10:05'))
  assert.deepEqual((await world.lines(id)).slice(1), ['10:05 start:0:later a@example.com told'])
})

/** A site whose alerts are suppressed while the vendor is down, and an alert of each at 09:00 and 10:00. */
async function dependOnVendor(error_type_id: number | null) {
  const [vendor, site] = [await world.service({ type_id: 'vendor_status' }), await world.service()]
  const condition = await world.event({ name: 'Vendor', scope: only(vendor) })
  const event = await world.event({ condition_event_ids: [condition] })
  await world.escalation(event, [await world.contact('a@example.com')])
  const cause = await world.occurrence(vendor, condition, at('09:00'), { error_type_id })
  const explained = await world.occurrence(site, event, at('10:00'))
  await world.tell([explained], at('10:00'))
  return { cause, explained }
}

test('trouble that a vendor reports suppresses, until the vendor has recovered', async () => {
  for (const error_type_id of vendorReportedErrorIds) {
    const { cause, explained } = await dependOnVendor(error_type_id)
    await world.runUntil(at('10:20'))
    assert.deepEqual(await world.lines(explained), ['10:00 start:0 a@example.com condition'], `${error_type_id}`)
    await world.end(cause, at('10:30'))
    await world.tell([cause], at('10:30'))
    await world.runUntil(at('10:31'))
    assert.deepEqual((await world.lines(explained)).slice(1), ['10:30 start:0:later a@example.com told'])
  }
})

test('a status page that cannot be read suppresses nothing', async () => {
  const [notFound, badJson, notAPage, noSuchComponent] = [507, 704, 2004, 2005]
  for (const error_type_id of [notFound, badJson, notAPage, noSuchComponent, null]) {
    const { explained } = await dependOnVendor(error_type_id)
    assert.deepEqual(await world.lines(explained), ['10:00 start:0 a@example.com told'], `${error_type_id}`)
  }
})
