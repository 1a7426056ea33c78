import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FlowState, flowFaults, isWell } from '../src/index.ts'

const well: FlowState = {
  watched: 500,
  late: 0,
  sensors: 3,
  heard: 3,
  untold_ms: 0,
  undelivered_ms: 0,
  days_ahead: 7,
  broker: true,
}

const faults: readonly (readonly [Partial<FlowState>, string])[] = [
  [{ broker: false }, 'broker_away'],
  [{ heard: 0 }, 'no_sensor_heard'],
  [{ late: 6 }, 'analyses_late'],
  [{ untold_ms: 120_001 }, 'nobody_told'],
  [{ undelivered_ms: 900_001 }, 'nobody_reached'],
  [{ days_ahead: 0 }, 'no_room_ahead'],
]

test('a flow without a fault is well', () => {
  assert.deepEqual(flowFaults(well), [])
  assert.ok(
    isWell({ ...well, late: 5, heard: 1, untold_ms: 120_000, undelivered_ms: 900_000, days_ahead: 1 }),
    'just within every bound',
  )
  assert.ok(isWell({ ...well, watched: 0, late: 0, sensors: 0, heard: 0 }), 'an installation without services is well')
})

test('each fault alone is found, and together all are', () => {
  for (const [change, fault] of faults) assert.deepEqual(flowFaults({ ...well, ...change }), [fault])
  const all = Object.assign({}, well, ...faults.map(([change]) => change)) as FlowState
  assert.deepEqual(
    flowFaults(all),
    faults.map(([, fault]) => fault),
  )
})

test('what is not known is never well', () => {
  for (const name of ['late', 'untold_ms', 'undelivered_ms', 'days_ahead'] as const)
    assert.ok(!isWell({ ...well, [name]: Number.NaN }), name)
})

test('nothing that gets worse makes it well', () => {
  const state = fc.record({
    watched: fc.nat(10_000),
    late: fc.nat(200),
    sensors: fc.nat(9),
    heard: fc.nat(9),
    untold_ms: fc.nat(300_000),
    undelivered_ms: fc.nat(1_800_000),
    days_ahead: fc.integer({ min: -2, max: 8 }),
    broker: fc.boolean(),
  })
  fc.assert(
    fc.property(state, fc.nat(100), (given, more) => {
      const worse = {
        ...given,
        late: given.late + more,
        heard: 0,
        untold_ms: given.untold_ms + more * 10_000,
        undelivered_ms: given.undelivered_ms + more * 60_000,
        days_ahead: given.days_ahead - more,
      }
      assert.ok(flowFaults(given).every((fault) => flowFaults(worse).includes(fault)))
    }),
  )
})
