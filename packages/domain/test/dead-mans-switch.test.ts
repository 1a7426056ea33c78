import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findPipelineProblems, isHealthy, isMostlyUnknown, type PipelineState } from '../src/index.ts'

const well: PipelineState = {
  watched: 500,
  late: 0,
  sensors: 3,
  heard: 3,
  shards: [
    { watched: 250, unknown: 0 },
    { watched: 250, unknown: 0 },
  ],
  disk_faults: 0,
  lost_evidence: 0,
  unnotified_ms: 0,
  failing_jobs: 0,
  exhausted_jobs: 0,
  undelivered_ms: 0,
  days_ahead: 7,
  broker: true,
  clock_offset_ms: 0,
}

const faults: readonly (readonly [Partial<PipelineState>, string])[] = [
  [{ broker: false }, 'broker_away'],
  [{ clock_offset_ms: -10_001 }, 'clock_off'],
  [{ heard: 0 }, 'no_sensor_heard'],
  [{ late: 6 }, 'analyses_late'],
  [{ shards: [{ watched: 3, unknown: 2 }] }, 'mostly_unknown'],
  [{ disk_faults: 1 }, 'sensor_disk'],
  [{ lost_evidence: 1 }, 'evidence_lost'],
  [{ unnotified_ms: 120_001 }, 'nobody_told'],
  [{ failing_jobs: 1 }, 'jobs_failing'],
  [{ exhausted_jobs: 1 }, 'jobs_exhausted'],
  [{ undelivered_ms: 900_001 }, 'nobody_reached'],
  [{ days_ahead: 0 }, 'no_room_ahead'],
]

test('a pipeline without a problem is healthy', () => {
  assert.deepEqual(findPipelineProblems(well), [])
  assert.ok(
    isHealthy({ ...well, late: 5, heard: 1, unnotified_ms: 120_000, undelivered_ms: 900_000, days_ahead: 1 }),
    'just within every bound',
  )
  assert.ok(
    isHealthy({ ...well, watched: 0, late: 0, sensors: 0, heard: 0 }),
    'an installation without services is well',
  )
})

test('each problem is found alone and together with others', () => {
  for (const [change, fault] of faults) assert.deepEqual(findPipelineProblems({ ...well, ...change }), [fault])
  const all = Object.assign({}, well, ...faults.map(([change]) => change)) as PipelineState
  assert.deepEqual(
    findPipelineProblems(all),
    faults.map(([, fault]) => fault),
  )
})

test('an unknown figure is never healthy', () => {
  assert.ok(!isHealthy({ ...well, shards: [{ watched: 5, unknown: Number.NaN }] }))
  for (const name of [
    'late',
    'unnotified_ms',
    'undelivered_ms',
    'days_ahead',
    'failing_jobs',
    'exhausted_jobs',
    'disk_faults',
    'lost_evidence',
    'clock_offset_ms',
  ] as const)
    assert.ok(!isHealthy({ ...well, [name]: Number.NaN }), name)
})

const shard = fc
  .tuple(fc.nat(500), fc.nat(100))
  .map(([watched, percent]) => ({ watched, unknown: Math.floor((watched * percent) / 100) }))

test('mostly unknown services are detected over all shards, and in one large shard', () => {
  fc.assert(
    fc.property(fc.array(shard, { maxLength: 8 }), (shards) => {
      const watched = shards.reduce((sum, one) => sum + one.watched, 0)
      const unknown = shards.reduce((sum, one) => sum + one.unknown, 0)
      const expected = 2 * unknown > watched || shards.some((one) => one.watched >= 10 && 2 * one.unknown > one.watched)
      assert.equal(isMostlyUnknown(shards), expected)
    }),
  )
})

test('all unknown is always found, none never, and half of everything is not most', () => {
  const sizes = fc.array(fc.nat(500), { maxLength: 8 })
  fc.assert(
    fc.property(sizes, (counts) => {
      const of = (share: number) => counts.map((watched) => ({ watched, unknown: Math.floor(watched * share) }))
      assert.equal(
        isMostlyUnknown(of(1)),
        counts.some((watched) => watched > 0),
      )
      assert.equal(isMostlyUnknown(of(0)), false)
      assert.equal(isMostlyUnknown(of(0.5)), false)
    }),
  )
})

test('a worse figure never makes the pipeline healthy', () => {
  const state = fc.record({
    watched: fc.nat(10_000),
    late: fc.nat(200),
    sensors: fc.nat(9),
    heard: fc.nat(9),
    shards: fc.array(shard, { maxLength: 8 }),
    disk_faults: fc.nat(2),
    lost_evidence: fc.nat(2),
    unnotified_ms: fc.nat(300_000),
    failing_jobs: fc.nat(2),
    exhausted_jobs: fc.nat(2),
    undelivered_ms: fc.nat(1_800_000),
    days_ahead: fc.integer({ min: -2, max: 8 }),
    broker: fc.boolean(),
    clock_offset_ms: fc.nat(20_000),
  })
  fc.assert(
    fc.property(state, fc.nat(100), (given, more) => {
      const worse = {
        ...given,
        late: given.late + more,
        heard: 0,
        shards: given.shards.map(({ watched, unknown }) => ({ watched, unknown: Math.min(watched, unknown + more) })),
        disk_faults: given.disk_faults + more,
        lost_evidence: given.lost_evidence + more,
        unnotified_ms: given.unnotified_ms + more * 10_000,
        failing_jobs: given.failing_jobs + more,
        exhausted_jobs: given.exhausted_jobs + more,
        undelivered_ms: given.undelivered_ms + more * 60_000,
        days_ahead: given.days_ahead - more,
        clock_offset_ms: given.clock_offset_ms + more,
      }
      assert.ok(findPipelineProblems(given).every((fault) => findPipelineProblems(worse).includes(fault)))
    }),
  )
})
