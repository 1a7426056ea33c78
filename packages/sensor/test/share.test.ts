import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BucketShare, createFullShare, findBucket } from '@wachta/domain'
import { createAssignment, createOutcome, minuteStart } from '@wachta/testing/sensor'
import { createSensor, type SensorOptions } from '../src/sensor.ts'

const leaseMs = 15_000

/** A host that records the checks it has run, in simulated time. */
function createHost(share: BucketShare, startsFrom?: number) {
  const ran: string[] = []
  const world = { now: minuteStart - 100, started: 0 }
  const options: SensorOptions = {
    sensor_id: 1,
    now: () => world.now,
    monotonic: () => world.now - world.started,
    runCheck: () => createOutcome(),
    deliver: ({ report }) => void ran.push(`${report.service_id} ${report.slot - minuteStart}`),
    valid_until: Number.POSITIVE_INFINITY,
    share,
    startsFrom,
  }
  const sensor = createSensor(options)
  return {
    sensor,
    ran,
    /** Advances the time; a stopped host does nothing. */
    pass(ms: number, isStopped = false) {
      const end = world.now + ms
      if (isStopped) world.now = end
      for (; world.now < end; world.now += 50) sensor.advance()
    },
    grant: (buckets: ReturnType<typeof createFullShare>, isAlone = false) =>
      sensor.applyShare({ leaseMs, isAlone, buckets }, world.now - world.started),
  }
}

const empty = () => new BucketShare({ isAlone: false, buckets: [] })
const spanOf = (service_id: number, from = 0, until: number | null = null) => ({
  ...{ bucket: findBucket(service_id), from, until },
})

test('a host runs the services of its buckets, from and until the times of its share', () => {
  const host = createHost(empty())
  for (const id of [1, 2, 3]) host.sensor.assignments.set(createAssignment(id, { interval_ms: 5_000, phase_ms: 0 }))
  host.grant([spanOf(1), spanOf(2, minuteStart + 5_000), spanOf(3, 0, minuteStart + 5_000)])
  host.pass(11_000)
  assert.deepEqual(host.ran.toSorted(), ['1 0', '1 10000', '1 5000', '2 10000', '2 5000', '3 0'])
})

test('a service that a host gets is checked at once if its start has only just passed', () => {
  const host = createHost(empty())
  for (const id of [1, 2]) host.sensor.assignments.set(createAssignment(id, { interval_ms: 30_000, phase_ms: 0 }))
  host.grant([])
  host.pass(1_600)
  host.grant([spanOf(1), spanOf(2, minuteStart + 1)])
  host.pass(1_000)
  assert.deepEqual(host.ran, ['1 0'])
})

test('a service that a host gets sooner than planned is checked at once if its start has only just passed', () => {
  const host = createHost(empty())
  host.sensor.assignments.set(createAssignment(1, { interval_ms: 30_000, phase_ms: 0 }))
  host.grant([spanOf(1, minuteStart + 12_000)])
  host.pass(600)
  assert.deepEqual(host.ran, [])
  host.grant([spanOf(1, minuteStart - 50)])
  host.pass(1_000)
  assert.deepEqual(host.ran, ['1 0'])
})

test('after a kill, what may have been under way is not run again', () => {
  const host = createHost(empty(), minuteStart + 700)
  for (const [id, phase_ms] of [
    [1, 699],
    [2, 700],
  ] as const)
    host.sensor.assignments.set(createAssignment(id, { interval_ms: 30_000, phase_ms }))
  host.pass(1_000)
  host.grant(createFullShare())
  host.pass(1_000)
  assert.deepEqual(host.ran, ['2 700'])
})

test('a host that stood still waits for an answer, and goes on without one after a while', () => {
  const host = createHost(empty())
  host.sensor.assignments.set(createAssignment(1, { interval_ms: 1_000, phase_ms: 0, effective_from: minuteStart }))
  host.grant(createFullShare())
  host.pass(2_000)
  assert.equal(host.ran.length, 2)
  host.pass(20_000, true)
  host.pass(9_000)
  assert.equal(host.ran.length, 2)
  host.pass(2_000)
  assert.ok(host.ran.length > 2)
})

test('only the host of a service runs a forced check, and only one host runs a diagnostic', () => {
  const hosts = [createHost(empty()), createHost(empty())]
  const [one, other] = hosts
  one?.grant(createFullShare().filter(({ bucket }) => bucket < 32))
  other?.grant(createFullShare().filter(({ bucket }) => bucket >= 32))
  for (const { sensor, pass } of hosts) {
    for (let id = 1; id <= 20; id += 1)
      sensor.force({
        ...{
          kind: 'force',
          service_id: id,
          group: 0,
          slot: minuteStart + 7,
          expires_at: minuteStart + 15_000,
          revision: 1,
        },
        ...{
          type_id: 'https',
          timeout_ms: 1_000,
          address: 'https://example.com/',
          extended_settings: {},
          secrets: null,
        },
      })
    pass(1_000)
  }
  assert.deepEqual(
    hosts.flatMap(({ ran }) => ran).toSorted(),
    Array.from({ length: 20 }, (_, index) => `${index + 1} 7`).toSorted(),
  )
  assert.ok(hosts.every(({ ran }) => ran.length > 0))
  for (const id of ['a', 'b', 'c', 'd']) assert.equal(hosts.filter(({ sensor }) => sensor.isOwn(id)).length, 1)
})

test('a host that leaves has run what was due, says until when, and runs nothing more', () => {
  const share = empty()
  const host = createHost(share)
  host.sensor.assignments.set(createAssignment(1, { interval_ms: 1_000, phase_ms: 0, effective_from: minuteStart }))
  host.grant([spanOf(1)])
  host.pass(100)
  host.sensor.leave()
  assert.deepEqual(host.ran, ['1 0'])
  assert.deepEqual(share.listClaims(minuteStart), [spanOf(1, 0, minuteStart + 1)])
  host.pass(5_000)
  assert.deepEqual(host.ran, ['1 0'])
})
