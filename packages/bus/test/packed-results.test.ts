import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinSlices, packChecks, unknownReasons } from '@wachta/domain'
import { toReported } from '@wachta/testing/check-reports'
import fc from 'fast-check'
import {
  type CheckReport,
  countResultBytes,
  maxBatch,
  type ResultBatch,
  readResults,
  WireError,
  writePackedResults,
  writeResults,
} from '../src/index.ts'

const slot = 1_700_000_040_000
const example: CheckReport = {
  ...{ service_id: 42, slot, revision: 3, sensor_id: 7, started: 12, result: 'ok', error_type_id: null, reason: null },
  ...{ path_step: null, response_time: 120, data_size: 512, timings: { lookup: 1, connect: 2, first_byte: 80 } },
  words: null,
}
const failed: CheckReport = {
  ...{ ...example, service_id: 43, slot: slot + 1_000, result: 'error', error_type_id: 1_203, path_step: 2 },
  words: { error_message: 'Połączenie odrzucone', metrics: { latency: 1.5 } },
}

const write = ({ reports, ...batch }: ResultBatch) =>
  writePackedResults({ ...batch, reports: reports.map((report) => ({ ...report, packed: packChecks([report]) })) })
const packed = (reports: readonly CheckReport[], first = 17) => write({ host: 'a1-b2', first, reports })
const read = (bytes: Uint8Array) => {
  const { reports, ...batch } = readResults(7, bytes)
  return { ...batch, reports: reports.map((report) => report && toReported(report)) }
}

/** Bytes that sensors of this version write, and that later versions must be able to read. */
const golden =
  '02740000007b22686f7374223a2261312d6232222c226669727374223a31372c22736c6f74223a313730303030303034303030302c226c61796f' +
  '7574223a312c22776f726473223a5b5b312c7b226572726f725f6d657373616765223a22506fc582c485637a656e6965206f64727a75636f6e65' +
  '227d5d5d7d0d2a00034c07187880040b010250112bd00f037d0718b309027880040b010250'

test('these bytes for good', () => {
  const reports = [example, { ...failed, words: { error_message: 'Połączenie odrzucone' } }]
  assert.equal(Buffer.from(packed(reports)).toString('hex'), golden)
  assert.deepEqual(read(Buffer.from(golden, 'hex')).reports, reports)
})

test('what is written is read, with all of it', () => {
  const batch = { host: 'a1-b2', first: 17, oldest: 3, reports: [failed, example] }
  assert.deepEqual(read(write(batch)), { sensor_id: 7, ...batch, count: 2, faults: [] })
})

const near = (limit: number) => fc.constantFrom(-1, 0, 1, 200, limit - 1, limit, limit + 1)
const maxInteger = 2 ** 31 - 1
const dayMs = 86_400_000
const figure = fc.option(near(maxInteger), { nil: null })
const time = fc.option(near(dayMs), { nil: null })
const phase = fc.option(near(dayMs), { nil: undefined })
const anyReport: fc.Arbitrary<CheckReport> = fc
  .record({
    service_id: fc.constantFrom(0, 1, 300, 2 ** 40, Number.MAX_SAFE_INTEGER),
    slot: fc.constantFrom(slot, slot - 5_000, 946_684_799_999, 946_684_800_000, 4_102_444_799_999, 4_102_444_800_000),
    revision: fc.constantFrom(0, 1, maxInteger, maxInteger + 1),
    started: fc.constantFrom(0, -1, 50, -dayMs, dayMs, dayMs + 1, -dayMs - 1),
    result: fc.constantFrom('ok' as const, 'error' as const, 'unknown' as const),
    code: fc.option(fc.constantFrom(0, 1, 6, 1_203, maxInteger), { nil: null }),
    ...{ path_step: figure, response_time: time, data_size: figure },
    timings: fc.record({ lookup: phase, connect: phase, tls: phase, first_byte: phase }),
  })
  .map(({ code, timings, ...report }) => ({
    ...report,
    sensor_id: 7,
    error_type_id: report.result === 'error' ? code : null,
    reason: report.result === 'unknown' ? (unknownReasons[code ?? 0] ?? null) : null,
    timings: Object.fromEntries(Object.entries(timings).filter(([, one]) => one !== undefined)),
    words: null,
  }))
  // Negative values cannot be packed.
  .filter((report) => [report.path_step, report.response_time, report.data_size].every((one) => (one ?? 0) >= 0))
  .filter((report) => Object.values(report.timings).every((one) => (one ?? 0) >= 0))

test('a packed batch has the bounds of one by columns', () => {
  let [valid, invalid] = [0, 0]
  fc.assert(
    fc.property(fc.array(anyReport, { minLength: 1, maxLength: 5 }), (reports) => {
      const byColumns = read(writeResults({ host: 'h', first: 1, reports }))
      const asPacked = read(packed(reports, 1))
      assert.deepEqual(asPacked.reports, byColumns.reports)
      assert.deepEqual(
        asPacked.faults.map(({ index }) => index),
        byColumns.faults.map(({ index }) => index),
      )
      valid += asPacked.count - asPacked.faults.length
      invalid += asPacked.faults.length
    }),
    { numRuns: 3_000 },
  )
  assert.ok(valid > 50 && invalid > 1_000, `${valid} ${invalid}`)
})

test('the checks of a batch keep their bytes', () => {
  const reports = [example, { ...failed, timings: { tls: 9_000 } }, { ...example, data_size: null }]
  const taken = readResults(7, packed(reports)).reports.flatMap((report) => report ?? [])
  assert.deepEqual(joinSlices(taken), packChecks(reports))
})

test('a sensor speaks for itself only', () => {
  const { reports, faults } = readResults(7, packed([example, { ...example, sensor_id: 8 }]))
  assert.deepEqual([reports[0]?.sensor_id, reports[1]], [7, undefined])
  assert.deepEqual(faults, [{ index: 1, reason: 'another sensor' }])
})

test('what a newer sensor adds to a check is left out of the stored bytes', () => {
  // An unknown reason, an overlong number, and an unknown flag.
  const cases: [readonly number[], readonly number[]][] = [
    [
      [2 | 32, 7, 0, 99],
      [2, 7, 0],
    ],
    [
      [0, 0x87, 0, 0],
      [0, 7, 0],
    ],
    [
      [128, 7, 0],
      [0, 7, 0],
    ],
  ]
  for (const [sent, stored] of cases) {
    const { reports, faults } = readResults(7, handmade([[42, 0, 3, ...sent]]))
    assert.deepEqual(faults, [])
    assert.deepEqual([...joinSlices(reports.flatMap((report) => report ?? []))], [1, ...stored])
  }
})

test('the other results of a batch are read if one is damaged', () => {
  const good = [42, 0, 3, 0, 7, 0]
  const bad = [
    [],
    [42],
    [42, 0, 3],
    [42, 0, 3, 3, 7, 0],
    [42, 0, 3, 0, 7, 0, 0],
    [255, 255, 255],
    [42, 0, 3, 64, 7, 0, 1],
  ]
  for (const one of bad.slice(1)) {
    const { reports, faults, count } = readResults(7, handmade([good, one, good]))
    assert.deepEqual(
      [count, reports.map(Boolean), faults.map(({ index }) => index)],
      [3, [true, false, true], [1]],
      `${one}`,
    )
  }
})

test('a batch that is no batch is refused', () => {
  const good = [42, 0, 3, 0, 7, 0]
  const refused = [
    Uint8Array.of(2),
    Uint8Array.of(2, 255, 255, 255, 255),
    handmade([]),
    handmade([[]]),
    handmade([good], { layout: 2 }),
    handmade([good], { slot: 0.5 }),
    handmade([good], { host: 'Ä' }),
    handmade([good], { first: 0 }),
    handmade(Array.from({ length: maxBatch + 1 }, () => good)),
    handmade([good]).subarray(0, -1),
    Buffer.concat([handmade([good]), Buffer.alloc(1_048_577, 1)]),
  ]
  for (const [index, bytes] of refused.entries()) assert.throws(() => readResults(7, bytes), WireError, `${index}`)
})

test('random changes give nothing but errors of the wire, and only bytes that packing gives', () => {
  const bytes = packed([example, failed, { ...example, service_id: 44, result: 'unknown', reason: 'clock' }])
  let read = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      fc.nat(bytes.length),
      fc.boolean(),
      (changes, end, isCut) => {
        const changed = Uint8Array.from(bytes)
        for (const [at, byte] of changes) changed[at] = byte
        try {
          for (const report of readResults(7, isCut ? changed.subarray(0, end) : changed).reports) {
            if (report === undefined) continue
            read += 1
            assert.equal(report.sensor_id, 7)
            assert.deepEqual(joinSlices([report]), packChecks([toReported(report)]))
          }
        } catch (error) {
          if (!(error instanceof WireError)) throw error
        }
      },
    ),
    { numRuns: 20_000 },
  )
  assert.ok(read > 2_000, `${read}`)
})

test('results do not keep their message in memory', () => {
  const words = { error_message: 'x'.repeat(4_000) }
  const [report] = readResults(7, packed([{ ...example, words }])).reports
  assert.ok((report?.bytes.buffer.byteLength ?? 1e9) < 100)
})

test('the bytes of results are counted apart from the header', () => {
  const bytes = packed([example, failed])
  const header = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true)
  assert.equal(countResultBytes(bytes), bytes.length - 5 - header)
  assert.equal(countResultBytes(writeResults({ host: 'h', first: 1, reports: [example] })), 0)
  for (const odd of [[], [2], [2, 1, 0, 0], [2, 255, 255, 255, 255, 0]])
    assert.equal(countResultBytes(Uint8Array.from(odd)), 0)
})

/** A batch whose results consist of the given bytes, starting with the service id. */
function handmade(results: readonly (readonly number[])[], more: object = {}): Uint8Array {
  const header = Buffer.from(JSON.stringify({ host: 'h', first: 1, slot, layout: 1, ...more }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  return Buffer.concat([Buffer.of(2), length, header, ...results.map((one) => Buffer.of(one.length, ...one))])
}
