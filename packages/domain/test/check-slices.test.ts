import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  CheckScanner,
  detachSlice,
  findSlices,
  joinSlices,
  type PackedCheck,
  packChecks,
  packSlice,
  phases,
  sliceChecks,
  unknownReasons,
  unpackChecks,
  unpackSlice,
} from '../src/index.ts'

const figure = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 0x7fff_ffff }))
const optional = fc.option(figure, { nil: null })
const check: fc.Arbitrary<PackedCheck> = fc
  .record({
    sensor_id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    started: fc.integer({ min: -86_400_000, max: 86_400_000 }),
    result: fc.constantFrom('ok' as const, 'error' as const, 'unknown' as const),
    code: fc.integer({ min: 0, max: unknownReasons.length - 1 }),
    path_step: optional,
    response_time: optional,
    data_size: optional,
    timings: fc.record(Object.fromEntries(phases.map((phase) => [phase, figure])), { requiredKeys: [] }),
  })
  .map(({ code, ...one }) => ({
    ...one,
    error_type_id: one.result === 'error' ? code : null,
    reason: one.result === 'unknown' ? (unknownReasons[code] ?? null) : null,
  }))
const checks = fc.array(check, { maxLength: 12 })
/** Random bytes, many of them small, so that they often form a valid check. */
const anyBytes = fc.array(fc.oneof(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 7 })), { maxLength: 24 })

test('slices have what a verdict needs of each check, and together the bytes that packing gives', () => {
  fc.assert(
    fc.property(checks, (given) => {
      const bytes = packChecks(given)
      const slices = sliceChecks(bytes)
      for (const [index, one] of given.entries()) {
        const slice = slices[index]
        assert.ok(slice)
        const { bytes: _bytes, from: _from, to: _to, ...judged } = slice
        const { path_step: _step, data_size: _size, timings: _timings, ...wanted } = one
        assert.deepEqual(judged, { ...wanted, started: wanted.started + 0 })
        assert.deepEqual(unpackSlice(slice), unpackChecks(packChecks([one]))[0])
      }
      assert.equal(slices.length, given.length)
      assert.deepEqual(joinSlices(slices), bytes)
      assert.deepEqual(joinSlices(given.map(packSlice)), bytes)
    }),
  )
})

test('a scanner accepts what unpacking accepts, and knows whether packing would give the same bytes', () => {
  let canonical = 0
  fc.assert(
    fc.property(anyBytes, (given) => {
      const bytes = Uint8Array.of(1, ...given)
      const unpacked = tried(() => unpackChecks(bytes))
      const slices = tried(() => sliceChecks(bytes))
      assert.equal(slices?.length, unpacked?.length)
      if (unpacked === undefined) return
      const scanner = new CheckScanner(bytes)
      for (const [index, one] of unpacked.entries()) {
        const { from = 0, to = 0 } = slices?.[index] ?? {}
        assert.equal(scanner.scan(from, bytes.length), to)
        const isSame = Buffer.compare(packChecks([one]).subarray(1), bytes.subarray(from, to)) === 0
        assert.equal(scanner.isCanonical, isSame, `${bytes.subarray(from, to)}`)
        if (isSame) canonical += 1
        const times = [one.response_time ?? 0, ...Object.values(one.timings)]
        if (isSame) assert.equal(scanner.longestMs, Math.max(...times))
      }
    }),
    { numRuns: 20_000 },
  )
  assert.ok(canonical > 500, `${canonical}`)
})

test('a check that ends too early is damaged, even if other bytes follow', () => {
  const bytes = packChecks([{ ...unpackedOk, response_time: 300 }])
  const scanner = new CheckScanner(bytes)
  for (let end = 1; end < bytes.length; end += 1) assert.throws(() => scanner.scan(1, end), RangeError)
  assert.equal(scanner.scan(1, bytes.length), bytes.length)
})

test('damaged bytes have no slices', () => {
  let damaged = 0
  assert.deepEqual(
    findSlices(Uint8Array.of(2), () => {
      damaged += 1
    }),
    [],
  )
  assert.equal(damaged, 1)
  assert.throws(() => sliceChecks(Uint8Array.of(1, 3, 1, 0)), RangeError)
  assert.equal(findSlices(packChecks([unpackedOk]), assert.fail).length, 1)
})

test('a detached slice is the same check, with no other bytes', () => {
  const [, second] = sliceChecks(packChecks([unpackedOk, { ...unpackedOk, sensor_id: 700 }]))
  assert.ok(second)
  const before = unpackSlice(second)
  detachSlice(second)
  assert.deepEqual(unpackSlice(second), before)
  assert.equal(second.bytes.byteLength, second.bytes.buffer.byteLength)
  assert.equal(second.to, second.bytes.length)
})

const unpackedOk: PackedCheck = {
  ...{ sensor_id: 1, started: 0, result: 'ok', error_type_id: null, reason: null, path_step: null },
  ...{ response_time: null, data_size: null, timings: {} },
}

function tried<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    assert.ok(error instanceof RangeError, String(error))
    return undefined
  }
}
