import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitMinuteOfWeek } from '../src/minute-of-week.ts'
import { listSuspensionsInForce, type SuspensionVersions } from '../src/suspension-version.ts'
import { isWithin } from '../src/window.ts'

const minute = 60_000
const hour = 60 * minute
// Across the night of a clock change in Warsaw; Tokyo has none.
const from = Date.UTC(2026, 2, 28)
const to = from + 48 * hour

const instant = fc.integer({ min: -6 * 60, max: 54 * 60 }).map((minutes) => from + minutes * minute)
const validity = fc.tuple(instant, instant).map(([one, other]) => ({
  valid_from: Math.min(one, other),
  valid_to: Math.max(one, other),
}))
const versions: fc.Arbitrary<SuspensionVersions> = fc.record({
  oneOff: fc.array(
    fc
      .tuple(instant, instant, validity, fc.boolean())
      .map(([start, end, valid, only_notifications]) => ({ start, end, ...valid, only_notifications })),
    { maxLength: 3 },
  ),
  weekly: fc.array(
    fc
      .tuple(fc.nat(10_079), fc.nat(10_079), validity, fc.boolean(), fc.constantFrom('Europe/Warsaw', 'Asia/Tokyo'))
      .map(([start, end, valid, only_notifications, zone]) => ({
        start_minute: splitMinuteOfWeek(start),
        end_minute: splitMinuteOfWeek(end),
        ...valid,
        only_notifications,
        zone,
      })),
    { maxLength: 3 },
  ),
})

/** Whether a window holds in a minute, by the versions that were valid at that time only. */
function heldAt({ oneOff, weekly }: SuspensionVersions, at: number, onlyNotifications: boolean): boolean {
  const isMeant = (one: { valid_from: number; valid_to: number; only_notifications: boolean }) =>
    one.only_notifications === onlyNotifications && one.valid_from <= at && at < one.valid_to
  return (
    oneOff.some((one) => isMeant(one) && one.start <= at && at < one.end) ||
    weekly.some((one) => isMeant(one) && isWithin(one, one.zone, at))
  )
}

test('at every minute, what was in force is what was said at that minute', () => {
  fc.assert(
    fc.property(versions, (said) => {
      const held = listSuspensionsInForce(said, from, to)
      for (let at = from; at < to; at += 7 * minute)
        for (const only of [true, false])
          assert.equal(
            held.some((one) => one.only_notifications === only && one.start <= at && at < one.end),
            heldAt(said, at, only),
          )
    }),
    { numRuns: 100 },
  )
})

test('what is said from some instant on changes nothing before it', () => {
  fc.assert(
    fc.property(versions, versions, instant, (said, later, now) => {
      const kept = (one: { valid_from: number; valid_to: number }) => ({ valid_to: Math.min(one.valid_to, now) })
      const added = (one: { valid_from: number; valid_to: number }) => ({ valid_from: Math.max(one.valid_from, now) })
      const after: SuspensionVersions = {
        oneOff: [
          ...said.oneOff.map((one) => ({ ...one, ...kept(one) })),
          ...later.oneOff.map((one) => ({ ...one, ...added(one) })),
        ],
        weekly: [
          ...said.weekly.map((one) => ({ ...one, ...kept(one) })),
          ...later.weekly.map((one) => ({ ...one, ...added(one) })),
        ],
      }
      assert.deepEqual(listSuspensionsInForce(after, from, now), listSuspensionsInForce(said, from, now))
    }),
    { numRuns: 300 },
  )
})

test('ten thousand versions of a weekly window in a year are worked out in a moment', (context) => {
  const year = 365 * 24 * hour
  const weekly = Array.from({ length: 10_000 }, (_, index) => ({
    start_minute: splitMinuteOfWeek((index * 7) % 10_080),
    end_minute: splitMinuteOfWeek((index * 7 + 60) % 10_080),
    valid_from: from + (index * year) / 10_000,
    valid_to: from + ((index + 1) * year) / 10_000,
    only_notifications: false,
    zone: index % 2 ? 'Europe/Warsaw' : 'Asia/Tokyo',
  }))
  const start = process.cpuUsage()
  listSuspensionsInForce({ oneOff: [], weekly }, from, from + year)
  const { user, system } = process.cpuUsage(start)
  context.diagnostic(`${((user + system) / 1000).toFixed(0)} ms`)
  assert.ok(user + system < 500_000)
})
