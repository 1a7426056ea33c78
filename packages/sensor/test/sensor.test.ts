import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ForceCommand, writeAssignment } from '@wachta/bus'
import { getDeadline, getStartOffset, listSlots } from '@wachta/domain'
import { createAssignment, createOutcome, createRevision, failedOutcome, minuteStart } from '@wachta/testing/sensor'
import fc from 'fast-check'
import type { CheckDelivery, CheckJob } from '../src/checker.ts'
import { createLoadMeter } from '../src/load.ts'
import { createSensor, type SensorCore, type SensorOptions } from '../src/sensor.ts'

interface World {
  now: number
  monotonic: number
  readonly delivered: CheckDelivery[]
  readonly ran: CheckJob[]
  readonly sensor: SensorCore
  /** Advances both clocks to the instant, and does everything that is due on the way. */
  runTo(instant: number): void
}

function world(given: Partial<SensorOptions> = {}): World {
  const state: World = {
    now: minuteStart,
    monotonic: 0,
    delivered: [],
    ran: [],
    sensor: createSensor({
      sensor_id: 1,
      now: () => state.now,
      monotonic: () => state.monotonic,
      runCheck: (_, job) => {
        state.ran.push(job)
        return createOutcome()
      },
      deliver: (delivery) => state.delivered.push(delivery),
      valid_until: Number.POSITIVE_INFINITY,
      ...given,
    }),
    runTo(instant: number) {
      while (state.now < instant) {
        const next = Math.min(instant, Math.max(state.now, state.sensor.nextAt), state.now + 1000)
        state.monotonic += next - state.now
        state.now = next
        state.sensor.advance()
      }
    },
  }
  return state
}

const slots = ({ delivered }: World) => delivered.map(({ report }) => report.slot - minuteStart)
const reasons = ({ delivered }: World) => delivered.map(({ report }) => report.reason)

test('every slot is checked once, at the start time of the sensor', () => {
  const settings = fc.record({
    interval_ms: fc.constantFrom(10_000, 60_000, 300_000),
    phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
    sensors: fc.integer({ min: 1, max: 7 }),
  })
  fc.assert(
    fc.property(settings, fc.integer({ min: 1, max: 7 }), ({ interval_ms, phase, sensors }, sensor_id) => {
      const sensor_ids = Array.from({ length: sensors }, (_, place) => place + 1)
      const given = createRevision({
        interval_ms,
        phase_ms: Math.floor(phase * interval_ms),
        sensor_ids,
        spread_ms: Math.min(interval_ms / 4, 10_000),
        effective_from: minuteStart + 1,
      })
      const it = world({ sensor_id })
      it.sensor.assignments.set({ v: 1, service_id: 5, group: 3, revisions: [given] })
      it.runTo(minuteStart + 1_800_000)
      const plan = { ...given, effective_from: new Date(given.effective_from), effective_to: null }
      const expected = listSlots(plan, minuteStart, minuteStart + 1_800_001)
        .map((slot) => [slot, getStartOffset(plan, sensor_id, slot)] as const)
        .filter(([slot, offset]) => offset !== undefined && slot + offset <= minuteStart + 1_800_000)
      assert.deepEqual(
        it.delivered.map(({ report }) => [report.slot, report.started]),
        expected,
      )
      assert.ok(it.delivered.every(({ report }) => report.slot + report.started < getDeadline(given, report.slot)))
    }),
    { numRuns: 60 },
  )
})

test('a service goes from one revision to the next at its time, and stops when it is paused or taken away', () => {
  const it = world()
  it.sensor.assignments.set({
    v: 1,
    service_id: 1,
    group: 0,
    revisions: [
      createRevision({ effective_to: minuteStart + 120_000 }),
      createRevision({
        revision: 2,
        effective_from: minuteStart + 120_000,
        interval_ms: 30_000,
        phase_ms: 15_000,
        effective_to: minuteStart + 200_000,
      }),
      createRevision({ revision: 3, effective_from: minuteStart + 200_000, is_active: false }),
    ],
  })
  it.runTo(minuteStart + 400_000)
  assert.deepEqual(
    it.delivered.map(({ report }) => [report.slot - minuteStart, report.revision]),
    [
      [0, 1],
      [60_000, 1],
      [135_000, 2],
      [165_000, 2],
      [195_000, 2],
    ],
  )
  it.sensor.assignments.set(createAssignment(1, { revision: 4 }))
  it.runTo(minuteStart + 490_000)
  assert.equal(it.sensor.assignments.apply(1, writeAssignment({ service_id: 1, group: 0, revisions: [] })), true)
  it.runTo(minuteStart + 800_000)
  assert.deepEqual(slots(it).slice(5), [420_000, 480_000])
})

test('a sensor that is not part of the revision does not check', () => {
  const it = world()
  it.sensor.assignments.set(createAssignment(1, { sensor_ids: [2, 3] }))
  it.runTo(minuteStart + 200_000)
  assert.deepEqual(it.delivered, [])
})

test('a check that is more than two seconds late is not run, nor later', () => {
  const it = world()
  it.sensor.assignments.set(createAssignment(1, { phase_ms: 5_000, interval_ms: 10_000 }))
  // The process was frozen while both clocks advanced.
  it.now += 27_001
  it.monotonic += 27_001
  it.sensor.advance()
  assert.deepEqual(reasons(it), ['overloaded'])
  it.runTo(minuteStart + 60_000)
  assert.deepEqual(slots(it), [5_000, 35_000, 45_000, 55_000])
})

test('a clock that is set back never has a slot checked again, and one that is set forward leaves out', () => {
  const it = world()
  it.sensor.assignments.set(createAssignment(1, { interval_ms: 10_000 }))
  it.runTo(minuteStart + 35_000)
  it.now -= 9_000
  it.runTo(minuteStart + 55_000)
  assert.deepEqual(slots(it), [0, 10_000, 20_000, 30_000, 40_000, 50_000])
  it.now += 9_500
  it.runTo(minuteStart + 85_000)
  assert.deepEqual(slots(it).slice(6), [70_000, 80_000])
  assert.deepEqual(new Set(reasons(it)), new Set([null]))
})

test('a clock that was far ahead and is corrected does not stop the sensor', () => {
  const it = world()
  it.sensor.assignments.set(createAssignment(1, { interval_ms: 10_000 }))
  it.now += 3_600_000
  it.runTo(minuteStart + 3_600_000 + 25_000)
  it.now -= 3_600_000
  it.runTo(minuteStart + 55_000)
  assert.deepEqual(slots(it).slice(-3), [30_000, 40_000, 50_000])
})

test('highest slots of services that are gone are not kept for ever', () => {
  const it = world()
  for (const service_id of [1, 2]) it.sensor.assignments.set(createAssignment(service_id, { interval_ms: 10_000 }))
  it.runTo(minuteStart + 15_000)
  it.sensor.assignments.drop(2)
  assert.deepEqual([...it.sensor.schedule.listTaken(it.now).keys()], [1, 2])
  assert.deepEqual([...it.sensor.schedule.listTaken(it.now + 2 * 86_400_000).keys()], [1])
})

test('highest slots survive a restart', () => {
  const it = world()
  it.sensor.schedule.take(1, minuteStart + 120_000)
  it.sensor.assignments.set(createAssignment(1))
  it.runTo(minuteStart + 200_000)
  assert.deepEqual(slots(it), [180_000])
})

test('with a wrong clock results are unknown, and with a lost clock nothing is reported', () => {
  const it = world()
  it.sensor.assignments.set(createAssignment(1, { interval_ms: 10_000 }))
  const exchange = (offset: number) => {
    const sent = it.now
    it.sensor.clock.addExchange({ sent, received: sent - offset + 5, answered: sent - offset + 5, arrived: sent + 10 })
  }
  exchange(2_100)
  assert.equal(it.sensor.clock.offset_ms, 2_100)
  it.runTo(minuteStart + 15_000)
  assert.deepEqual(reasons(it), ['clock', 'clock'])
  exchange(-11_000)
  it.runTo(minuteStart + 45_000)
  assert.equal(it.delivered.length, 2)
  // The clock is corrected: the measured offset shifts with it, so reporting continues immediately.
  it.now += 11_000
  it.runTo(minuteStart + 75_000)
  assert.deepEqual(reasons(it).slice(2), [null, null])
  assert.equal(it.ran.length, 2)
})

test('assignments are used for as long as the lease lasts', () => {
  const it = world({ valid_until: minuteStart + 125_000 })
  it.sensor.assignments.set(createAssignment(1))
  it.runTo(minuteStart + 400_000)
  assert.deepEqual(slots(it), [0, 60_000, 120_000])
  it.sensor.renew(minuteStart + 1_000_000)
  it.runTo(minuteStart + 425_000)
  assert.deepEqual(slots(it), [0, 60_000, 120_000, 420_000])
})

const force = (given: Partial<ForceCommand> = {}): ForceCommand => ({
  kind: 'force',
  service_id: 9,
  group: 4,
  slot: minuteStart + 1_234,
  expires_at: minuteStart + 15_000,
  ...createRevision(),
  ...given,
})

test('a forced check is run once, not before its time, and never after it has expired', () => {
  const it = world()
  assert.equal(it.sensor.force(force()), true)
  assert.equal(it.sensor.force(force()), false)
  it.runTo(minuteStart + 1_000)
  assert.equal(it.delivered.length, 0)
  it.runTo(minuteStart + 20_000)
  assert.deepEqual(slots(it), [1_234])
  assert.equal(it.delivered[0]?.group, 4)
  assert.equal(it.sensor.force(force({ slot: minuteStart + 3 })), false)
})

test('one host and one domain are burdened with a few checks at a time; who waits too long is not run', async () => {
  const running: CheckJob[] = []
  const ends: (() => void)[] = []
  const it = world({
    limits: { total: 20, host: 2, domain: 3 },
    runCheck: (_, job) => {
      running.push(job)
      return new Promise((resolve) => ends.push(() => resolve(createOutcome())))
    },
  })
  const addresses = [
    'http://a.example.org',
    'http://a.example.org',
    'http://a.example.org',
    'http://b.example.org',
    'http://c.example.org',
    'http://example.net',
  ]
  for (const [index, address] of addresses.entries())
    it.sensor.assignments.set(createAssignment(index + 1, { address, phase_ms: index }))
  it.now += 5
  it.sensor.advance()
  assert.deepEqual(
    running.map(({ service_id }) => service_id),
    [1, 2, 4, 6],
  )
  it.now += 1_000
  it.monotonic += 1_000
  ends[0]?.()
  await new Promise(setImmediate)
  assert.deepEqual(
    running.map(({ service_id }) => service_id),
    [1, 2, 4, 6, 3],
  )
  it.now += 1_001
  it.monotonic += 1_001
  it.sensor.advance()
  assert.deepEqual(
    it.delivered.map(({ report }) => [report.service_id, report.reason]),
    [
      [1, null],
      [5, 'overloaded'],
    ],
  )
})

const selfCheck = { networks: 3, answered: [], check: async () => undefined }

test('a failure on a sensor that is cut off or overloaded is reported as unknown', async () => {
  for (const [reason, given] of [
    ['self_check', { selfCheck: { ...selfCheck, isWell: false, workedSince: async () => false } }],
    ['overloaded', { load: { delayMs: 900, sample: () => undefined, wasOverloadedSince: () => true } }],
    [null, { selfCheck: { ...selfCheck, isWell: true, workedSince: async () => true } }],
  ] as const) {
    const it = world({ runCheck: () => failedOutcome, ...given })
    it.sensor.assignments.set(createAssignment(1))
    it.sensor.advance()
    await new Promise(setImmediate)
    assert.deepEqual(reasons(it), [reason])
  }
})

test('an overload does not count after the clock was set back', () => {
  let delay = 900
  const load = createLoadMeter(() => delay)
  load.sample(3_600_000)
  assert.ok(load.wasOverloadedSince(3_600_000))
  delay = 0
  load.sample(1_000)
  assert.equal(load.wasOverloadedSince(1_001), false)
})

test('an assignment that cannot be parsed changes nothing', () => {
  const it = world()
  const { assignments } = it.sensor
  assignments.set(createAssignment(1))
  const before = assignments.digest()
  const garbage = [
    Buffer.from('{'),
    Buffer.from('[]'),
    writeAssignment(createAssignment(2)),
    writeAssignment(createAssignment(1, { phase_ms: 60_000 })),
    writeAssignment(createAssignment(1, { interval_ms: 1 })),
  ]
  for (const message of garbage) assert.equal(assignments.apply(1, message), false)
  assert.deepEqual(assignments.digest(), before)
  assert.deepEqual(assignments.snapshot(), [createAssignment(1)])
})

test('six hours of a thousand services pass in seconds, each slot once', () => {
  const it = world({ limits: { total: 1e6, host: 1e6, domain: 1e6 } })
  let count = 0
  const sensor = createSensor({
    sensor_id: 1,
    now: () => it.now,
    runCheck: () => createOutcome(),
    deliver: () => count++,
    valid_until: Number.POSITIVE_INFINITY,
  })
  for (let id = 1; id <= 1000; id++)
    sensor.assignments.set(createAssignment(id, { phase_ms: (id * 59) % 60_000, effective_from: minuteStart }))
  const began = performance.now()
  const end = minuteStart + 21_600_000
  for (it.now = minuteStart; it.now < end; it.now = Math.min(end, sensor.nextAt)) sensor.advance()
  assert.equal(count, 1000 * 360)
  assert.ok(performance.now() - began < 15_000)
})
