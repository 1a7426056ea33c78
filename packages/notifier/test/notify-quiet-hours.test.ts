import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())
const minute = 60_000

/** The wall clock of Warsaw, by a calendar that is not ours. */
const wall = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Warsaw', hour: '2-digit', minute: '2-digit' })
const shown = (instant: number) => wall.format(instant)
const isQuiet = (time: string) => time >= '22:00' || time < '06:00'

const contact = await world.contact('a@example.com')
for (let day = 0; day < 7; day += 1)
  await world.insert('contact_weekly_suspension', {
    ...{ contact_id: contact, owner_id: 1, description: '' },
    ...{ start_minute: day * 1440 + 22 * 60, end_minute: ((day + 1) % 7) * 1440 + 6 * 60 },
  })
const event = await world.event()
await world.escalation(event, [contact])
const service = await world.service()

interface Outcome {
  readonly id: number
  readonly reason: string | null
}

/** Starts an alert in each minute of a night and returns the outcome of its message by minute. */
async function night(from: string, minutes: number): Promise<Map<number, Outcome>> {
  const start = Date.parse(from)
  const occurrences = await world.db.query(sql<{
    id: number
    start: number
  }>`insert into occurrence (service_id, event_id, owner_id, start_time)
select ${service}, ${event}, 1, ${new Date(start)}::timestamptz + n * interval '1 minute' from generate_series(0, ${minutes - 1}) n
returning id, (extract(epoch from start_time) * 1000)::float8 as start`)
  for (const { id, start: at } of occurrences) await world.tell([id], new Date(at).toISOString())
  const starts = new Map(occurrences.map((each) => [each.id, each.start]))
  const messages = await world.messages(...starts.keys())
  assert.equal(messages.length, occurrences.length)
  return new Map(messages.map(({ occurrence_id: id, reason }) => [starts.get(id) ?? 0, { id, reason }]))
}

/** Minutes in which the contact was notified during quiet hours, or not notified outside them. */
const wrong = (reasons: ReadonlyMap<number, Outcome>) =>
  [...reasons].filter(([instant, { reason }]) => reason !== (isQuiet(shown(instant)) ? 'contact_suspended' : null))

for (const [name, from, quietMinutes] of [
  ['the night in which an hour is skipped', '2026-03-28T20:45:00Z', 7 * 60],
  ['the night in which an hour comes twice', '2026-10-24T19:45:00Z', 9 * 60],
] as const)
  test(`22:00 to 06:00 in Warsaw is quiet minute by minute: ${name}`, async () => {
    const reasons = await night(from, quietMinutes + 30)
    assert.deepEqual(wrong(reasons), [])
    const held = [...reasons].filter(([, { reason }]) => reason === 'contact_suspended').map(([instant]) => instant)
    assert.equal(held.length, quietMinutes)
    assert.deepEqual([shown(held[0] ?? 0), shown((held.at(-1) ?? 0) + minute)], ['22:00', '06:00'])
    // Suppressed notifications are sent when the local time is 06:00, and not a minute before.
    const morning = (held.at(-1) ?? 0) + minute
    const ids = [...reasons.values()].filter(({ reason }) => reason !== null).map(({ id }) => id)
    for (const time of [morning - minute, morning]) await world.tell(ids, new Date(time).toISOString())
    const later = (await world.messages(...ids)).filter(({ step }) => step === 'start:0:later')
    assert.deepEqual([...new Set(later.map(({ created_at }) => shown(created_at.getTime())))], ['06:00'])
    assert.equal(later.length, quietMinutes)
  })

test('control: an account in another time zone would be notified', async () => {
  await world.db.query(sql`update account set time_zone_id = 'utc'`)
  const reasons = await night('2026-06-06T19:45:00Z', 30)
  assert.equal(wrong(reasons).length, 15)
  await world.db.query(sql`update account set time_zone_id = 'europe_warsaw'`)
})
