import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type PackedCheck,
  packChecks,
  phases,
  readChecks,
  type Timings,
  unknownReasons,
  unpackChecks,
} from '../src/index.ts'

const figure = fc.integer({ min: 0, max: 0x7fff_ffff })
const optional = fc.option(figure, { nil: null })
const timings: fc.Arbitrary<Timings> = fc.record(
  Object.fromEntries(phases.map((phase) => [phase, figure])) as Record<(typeof phases)[number], typeof figure>,
  { requiredKeys: [] },
)

const common = {
  sensor_id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  started: fc.integer({ min: -86_400_000, max: 86_400_000 }),
  path_step: optional,
  response_time: optional,
  data_size: optional,
  timings,
}

const check: fc.Arbitrary<PackedCheck> = fc.oneof(
  fc.record({
    ...common,
    result: fc.constant('ok' as const),
    error_type_id: fc.constant(null),
    reason: fc.constant(null),
  }),
  fc.record({ ...common, result: fc.constant('error' as const), error_type_id: optional, reason: fc.constant(null) }),
  fc.record({
    ...common,
    result: fc.constant('unknown' as const),
    error_type_id: fc.constant(null),
    reason: fc.option(fc.constantFrom(...unknownReasons), { nil: null }),
  }),
)

const plain = (one: PackedCheck): PackedCheck => ({ ...one, started: one.started + 0, timings: { ...one.timings } })

const typical: PackedCheck = {
  sensor_id: 137,
  started: 4_012,
  result: 'ok',
  error_type_id: null,
  reason: null,
  path_step: null,
  response_time: 312,
  data_size: 48_213,
  timings: { lookup: 12, connect: 31, tls: 64, first_byte: 190 },
}

describe('packed checks', () => {
  test('are unpacked as they were packed', () => {
    fc.assert(
      fc.property(fc.array(check, { maxLength: 20 }), (checks) => {
        assert.deepEqual(unpackChecks(packChecks(checks)), checks.map(plain))
      }),
      { numRuns: 1_000 },
    )
  })

  test('take at most 16 bytes a check as a rule', () => {
    const size = packChecks(Array.from({ length: 100 }, (_, index) => ({ ...typical, sensor_id: index + 100 }))).length
    assert.ok((size - 1) / 100 <= 16, `${(size - 1) / 100}`)
  })

  test('have exactly these bytes in every version', () => {
    const bytes = Buffer.from('014c8901d83eb802d5f8020f0c1f40be01', 'hex')
    assert.deepEqual(unpackChecks(bytes), [typical])
    assert.deepEqual(Buffer.from(packChecks([typical])), bytes)
  })

  test('damaged bytes are a RangeError or other checks, never anything else', () => {
    fc.assert(
      fc.property(fc.array(check, { minLength: 1, maxLength: 5 }), fc.nat(), fc.nat(255), (checks, at, byte) => {
        const bytes = packChecks(checks)
        bytes[at % bytes.length] = byte
        for (const damaged of [bytes, bytes.subarray(0, at % bytes.length)]) {
          try {
            for (const one of unpackChecks(damaged)) assert.ok(Number.isSafeInteger(one.started))
          } catch (error) {
            assert.ok(error instanceof RangeError, `${error}`)
          }
        }
      }),
      { numRuns: 2_000 },
    )
    assert.throws(() => unpackChecks(Uint8Array.of()), RangeError)
    assert.throws(() => unpackChecks(Uint8Array.of(2)), RangeError)
    assert.throws(() => unpackChecks(Uint8Array.of(1, 3, 1, 0)), RangeError)
    assert.throws(() => unpackChecks(Uint8Array.of(1, 0, ...Array.from({ length: 40 }, () => 255), 1, 0)), RangeError)
  })

  test('figures too large for their column count as damage, and a damaged row has no checks', () => {
    const large = packChecks([{ ...typical, response_time: 2 ** 31 }])
    assert.throws(() => unpackChecks(large), RangeError)
    let damaged = 0
    assert.deepEqual(
      readChecks(large, () => {
        damaged += 1
      }),
      [],
    )
    assert.equal(damaged, 1)
    assert.deepEqual(readChecks(packChecks([typical]), assert.fail), [typical])
  })

  test('figures that cannot be stored are rejected', () => {
    for (const response_time of [-1, 0.5, Number.NaN, 2 ** 53])
      assert.throws(() => packChecks([{ ...typical, response_time }]), RangeError)
  })

  test('the same test detects a single changed bit', () => {
    const bytes = packChecks([typical])
    for (let place = 1; place < bytes.length; place += 1) {
      const changed = Uint8Array.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      let read: PackedCheck[] = []
      try {
        read = unpackChecks(changed)
      } catch {
        continue
      }
      assert.notDeepEqual(read, [typical])
    }
  })
})
