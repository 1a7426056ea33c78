import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import {
  type CheckRollup,
  type ClosedAnalysis,
  computeRollup,
  type Distribution,
  mergeRollups,
  type RecordedCheck,
  type Rollup,
  type RollupBucket,
  type RollupSize,
  rollupSizes,
  toRollupBucket,
} from '../src/index.ts'

const minute = 60_000
const hour = 60 * minute
const dayStart = Date.UTC(2026, 9, 25)
const today: RollupBucket = { start: dayStart, size: 'day' }

interface RecordedDelivery {
  readonly analyses: readonly ClosedAnalysis[]
  readonly checks: readonly RecordedCheck[]
}
type Make = typeof computeRollup
type Merge = typeof mergeRollups

test('buckets are aligned in UTC, and each is made of whole smaller ones', () => {
  const lengths = { five_minutes: 5 * minute, hour, day: 24 * hour }
  const aligned = (of: typeof toRollupBucket) =>
    !fc.check(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), fc.constantFrom(...rollupSizes), (time, size) => {
        const { start } = of(time, size)
        const within = rollupSizes.slice(0, rollupSizes.indexOf(size)).map((smaller) => of(time, smaller).start)
        return (
          start <= time &&
          time < start + lengths[size] &&
          new Date(start)
            .toISOString()
            .endsWith({ five_minutes: ':00.000Z', hour: ':00:00.000Z', day: 'T00:00:00.000Z' }[size]) &&
          Math.abs(start % lengths[size]) === 0 &&
          within.every((smaller) => of(smaller, size).start === start)
        )
      }),
      { numRuns: 1000 },
    ).failed
  assert.ok(aligned(toRollupBucket))
  // Wrong: rounded towards zero, rounded to the nearest, and with days in a time zone.
  const truncated: typeof toRollupBucket = (time, size) => ({
    start: Math.trunc(time / lengths[size]) * lengths[size],
    size,
  })
  const nearest: typeof toRollupBucket = (time, size) => ({
    start: Math.round(time / lengths[size]) * lengths[size],
    size,
  })
  const local: typeof toRollupBucket = (time, size) =>
    size === 'day' ? { start: toRollupBucket(time + hour, size).start - hour, size } : toRollupBucket(time, size)
  for (const wrong of [truncated, nearest, local]) assert.equal(aligned(wrong), false)
})

test('a rollup counts every analysis and every check once, whatever their order', () => {
  assert.ok(counts(computeRollup))
  const wrongs: Make[] = [
    (bucket, { analyses, checks }) => computeRollup(bucket, { analyses, checks: checks.slice(1) }),
    (bucket, { analyses, checks }) => computeRollup(bucket, { analyses, checks: [...checks, ...checks.slice(0, 1)] }),
    (bucket, { analyses, checks }) => computeRollup(bucket, { analyses: analyses.slice(1), checks }),
    // Includes the response times of errors.
    (bucket, { analyses, checks }) =>
      computeRollup(bucket, { analyses, checks: checks.map((check) => ({ ...check, result: 'ok' })) }),
    // Confuses a missing quorum with a missing failure.
    (bucket, { analyses, checks }) =>
      computeRollup(bucket, { analyses: analyses.map((one) => ({ ...one, hasQuorum: !one.failure })), checks }),
  ]
  for (const wrong of wrongs) assert.equal(counts(wrong), false)
})

test('merged from smaller ones, in any order and however split, a rollup is the one computed from what was recorded', () => {
  assert.ok(mergesExactly(mergeRollups))
  const average = (parts: readonly Rollup[], name: 'p50' | 'p95') => {
    const values = parts.flatMap(({ response_time }) => response_time[name] ?? [])
    return values.length === 0 ? null : values.reduce((one, other) => one + other, 0) / values.length
  }
  const averaged: Merge = (bucket, parts) => {
    const merged = mergeRollups(bucket, parts)
    const [p50, p95] = [average(parts, 'p50'), average(parts, 'p95')]
    return { ...merged, response_time: { ...merged.response_time, p50, p95 } }
  }
  const largest: Merge = (bucket, parts) => {
    const merged = mergeRollups(bucket, parts)
    const p95 = Math.max(...parts.map(({ response_time }) => response_time.p95 ?? 0))
    return { ...merged, response_time: { ...merged.response_time, p95: merged.response_time.count > 0 ? p95 : null } }
  }
  const firstComesFirst: Merge = (bucket, parts) => {
    const merged = mergeRollups(bucket, parts)
    const order = new Map(parts.flatMap(({ by_sensor }) => by_sensor).map(({ sensor_id }, index) => [sensor_id, index]))
    const rankOf = ({ sensor_id }: { readonly sensor_id: number }) => order.get(sensor_id) ?? 0
    return { ...merged, by_sensor: merged.by_sensor.toSorted((one, other) => rankOf(one) - rankOf(other)) }
  }
  const lastLost: Merge = (bucket, parts) => mergeRollups(bucket, parts.slice(0, -1))
  for (const wrong of [averaged, largest, firstComesFirst, lastLost]) assert.equal(mergesExactly(wrong), false)
})

test('percentiles are exact in five minutes, and off by less than 1/128 in an hour and a day', () => {
  assert.ok(percentilesHold(computeRollup, 128))
  // The bound is tight: half of it does not hold, and neither do averages of the five-minute percentiles.
  assert.equal(percentilesHold(computeRollup, 256), false)
  const averaged: Make = (bucket, recorded) => {
    const made = computeRollup(bucket, recorded)
    const parts = [...fiveMinutes(recorded).values()].flatMap(({ response_time }) => response_time.p95 ?? [])
    const p95 = parts.length === 0 ? null : parts.reduce((one, other) => one + other, 0) / parts.length
    return { ...made, response_time: { ...made.response_time, p95 } }
  }
  assert.equal(percentilesHold(averaged, 128), false)
})

test('the bound holds for every value: those below 20,000, and both sides of every edge of a bin above', () => {
  const edges = Array.from({ length: 45 }, (_, power) =>
    Array.from({ length: 65 }, (_, bin) => (64 + bin) * 2 ** power).flatMap((edge) => [edge - 1, edge, edge + 1]),
  ).flat()
  const values = [...Array.from({ length: 20_000 }, (_, value) => value), ...edges]
  const worst = Math.max(...values.map((value) => relativeError(value)))
  assert.ok(worst < 1 / 128)
  assert.ok(worst > 1 / 129, `${worst}`)
  // Whole milliseconds up to 127 are exact in every bucket.
  assert.equal(Math.max(...values.filter((value) => value < 128).map(relativeError)), 0)
  assert.ok(relativeError(129) > 0)
})

test('after late results and amendments, what is computed anew is what it would be from the start', () => {
  assert.ok(recomputes(anew))
  // Wrong: adds every delivery to the counters, even repeated ones.
  const incremented: Keep = (deliveries) =>
    computeRollup(today, {
      analyses: deliveries.flatMap(({ analyses }) => analyses),
      checks: deliveries.flatMap(({ checks }) => checks),
    })
  // Wrong: reverses the order, which undoes amendments.
  const firstKept: Keep = (deliveries) => anew(deliveries.toReversed())
  // Wrong: ignores everything after the first delivery.
  const staleHour: Keep = (deliveries) => anew(deliveries.slice(0, 1))
  for (const wrong of [incremented, firstKept, staleHour]) assert.equal(recomputes(wrong), false)
})

test('overlapping or foreign parts are rejected in a merge', () => {
  const empty = { analyses: [], checks: [] }
  const of = (start: number, size: RollupSize) => computeRollup({ start, size }, empty)
  const inHour = (...parts: Rollup[]) => mergeRollups({ start: dayStart, size: 'hour' }, parts)
  assert.equal(inHour(of(dayStart + 5 * minute, 'five_minutes'), of(dayStart, 'five_minutes')).analyses, 0)
  assert.throws(() => inHour(of(dayStart, 'five_minutes'), of(dayStart, 'five_minutes')), RangeError)
  assert.throws(() => inHour(of(dayStart + hour, 'five_minutes')), RangeError)
  assert.throws(() => inHour(of(dayStart - 5 * minute, 'five_minutes')), RangeError)
  assert.throws(() => inHour(of(dayStart, 'hour')), RangeError)
  assert.throws(
    () => mergeRollups(today, [of(dayStart, 'hour'), of(dayStart + 5 * minute, 'five_minutes')]),
    RangeError,
  )
  assert.ok(mergeRollups(today, [of(dayStart, 'hour'), of(dayStart + hour, 'five_minutes')]))
})

test('values outside the bucket and fractions are rejected', () => {
  const at = (time: number, response_time = 1) =>
    computeRollup({ start: dayStart, size: 'hour' }, { analyses: [], checks: [{ ...check, time, response_time }] })
  assert.equal(at(dayStart).checks.ok, 1)
  assert.equal(at(dayStart + hour - 1).checks.ok, 1)
  assert.throws(() => at(dayStart + hour), RangeError)
  assert.throws(() => at(dayStart - 1), RangeError)
  for (const wrong of [1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => at(dayStart, wrong), RangeError)
})

test('an empty bucket has nothing in it', () => {
  const nothing: Distribution = { count: 0, sum: 0, minimum: null, maximum: null, p50: null, p95: null, histogram: [] }
  const none = { ok: 0, error: 0, unknown: 0 }
  for (const size of rollupSizes) {
    assert.deepEqual(computeRollup({ start: dayStart, size }, { analyses: [], checks: [] }), {
      ...{ start: dayStart, size, analyses: 0, failures: 0, below_quorum: 0, analysed_checks: none },
      ...{ checks: none, errors: [], response_time: nothing, data_size: nothing, by_sensor: [] },
    })
  }
  assert.deepEqual(mergeRollups(today, []), computeRollup(today, { analyses: [], checks: [] }))
})

test('a day of a service that five sensors look at every ten seconds is rolled up quickly', (context) => {
  const checks = Array.from(
    { length: 5 * 8640 },
    (_, index): RecordedCheck => ({
      ...check,
      time: dayStart + Math.floor(index / 5) * 10_000,
      sensor_id: index % 5,
      response_time: (index * 7919) % 30_000,
    }),
  )
  const recorded = { analyses: [], checks }
  const start = performance.now()
  const parts = [...fiveMinutes(recorded).values()]
  const made = performance.now()
  const merged = mergeRollups(today, parts)
  const end = performance.now()
  context.diagnostic(`43,200 checks in ${(made - start).toFixed(0)} ms, merged in ${(end - made).toFixed(0)} ms`)
  assert.deepEqual(merged, computeRollup(today, recorded))
  assert.ok(end - start < 2000)
})

const check: RecordedCheck = {
  ...{ time: dayStart, sensor_id: 1, result: 'ok', response_time: 1, data_size: null, error_type_id: null },
}

// Only a few five-minute buckets, so that each gets several values; some at the edges of the day and of an hour.
const time = fc
  .tuple(fc.constantFrom(0, 1, 11, 12, 13, 287), fc.oneof(fc.nat(5 * minute - 1), fc.constantFrom(0, 5 * minute - 1)))
  .map(([part, after]) => dayStart + part * 5 * minute + after)
const value = fc.oneof(fc.nat(130), fc.nat(70_000), fc.nat(1e12))
const analysis: fc.Arbitrary<ClosedAnalysis> = fc.record({
  time,
  failure: fc.boolean(),
  hasQuorum: fc.boolean(),
  ok_checks_count: fc.nat(5),
  error_checks_count: fc.nat(5),
  unknown_checks_count: fc.nat(5),
})
const recordedCheck: fc.Arbitrary<RecordedCheck> = fc.record({
  time,
  sensor_id: fc.nat(3),
  result: fc.constantFrom('ok', 'ok', 'error', 'unknown'),
  response_time: fc.option(value),
  data_size: fc.option(value),
  error_type_id: fc.option(fc.constantFrom('timeout', 'connection_refused')),
})
const recordings: fc.Arbitrary<RecordedDelivery> = fc.record({
  analyses: fc.array(analysis, { maxLength: 10 }),
  checks: fc.array(recordedCheck, { maxLength: 40 }),
})

function counts(make: Make): boolean {
  return !fc.check(
    fc.property(recordings, fc.constantFrom(...rollupSizes), fc.func(fc.nat()), (drawn, size, order) => {
      const bucket = toRollupBucket(drawn.checks[0]?.time ?? dayStart, size)
      const recorded = inside(drawn, bucket)
      const made = make(bucket, recorded)
      const shuffled = {
        analyses: recorded.analyses.toSorted((one, other) => order(one) - order(other)),
        checks: recorded.checks.toSorted((one, other) => order(one) - order(other)),
      }
      const sensors = [...new Set(recorded.checks.map(({ sensor_id }) => sensor_id))].sort()
      return (
        isDeepStrictEqual(made, make(bucket, shuffled)) &&
        made.analyses === recorded.analyses.length &&
        made.failures === recorded.analyses.filter(({ failure }) => failure).length &&
        made.below_quorum === recorded.analyses.filter(({ hasQuorum }) => !hasQuorum).length &&
        isDeepStrictEqual(made.analysed_checks, {
          ok: total(recorded.analyses.map(({ ok_checks_count }) => ok_checks_count)),
          error: total(recorded.analyses.map(({ error_checks_count }) => error_checks_count)),
          unknown: total(recorded.analyses.map(({ unknown_checks_count }) => unknown_checks_count)),
        }) &&
        countsChecks(made, recorded.checks) &&
        isDeepStrictEqual(
          made.by_sensor.map(({ sensor_id }) => sensor_id),
          sensors,
        ) &&
        made.by_sensor.every((own) =>
          countsChecks(
            own,
            recorded.checks.filter(({ sensor_id }) => sensor_id === own.sensor_id),
          ),
        )
      )
    }),
    { numRuns: 300, endOnFailure: true },
  ).failed
}

/** Counts check by check, and compares the result. */
function countsChecks(made: CheckRollup, checks: readonly RecordedCheck[]): boolean {
  const results = { ok: 0, error: 0, unknown: 0 }
  const errors: Record<string, number> = {}
  const [times, sizes]: [number[], number[]] = [[], []]
  for (const { result, error_type_id, response_time, data_size } of checks) {
    results[result] += 1
    if (error_type_id !== null) errors[error_type_id] = (errors[error_type_id] ?? 0) + 1
    if (result === 'ok' && response_time !== null) times.push(response_time)
    if (result === 'ok' && data_size !== null) sizes.push(data_size)
  }
  return (
    isDeepStrictEqual(made.checks, results) &&
    isDeepStrictEqual(
      Object.fromEntries(made.errors.map(({ error_type_id, count }) => [error_type_id, count])),
      errors,
    ) &&
    describes(made.response_time, times) &&
    describes(made.data_size, sizes)
  )
}

function describes(made: Distribution, values: readonly number[]): boolean {
  return (
    made.count === values.length &&
    made.sum === total(values) &&
    made.minimum === (values.length === 0 ? null : Math.min(...values)) &&
    made.maximum === (values.length === 0 ? null : Math.max(...values)) &&
    total(made.histogram.map(([, count]) => count)) === values.length
  )
}

function mergesExactly(merge: Merge): boolean {
  return !fc.check(
    fc.property(recordings, fc.func(fc.boolean()), fc.func(fc.nat()), (recorded, asHour, order) => {
      const shuffled = (parts: readonly Rollup[]) =>
        parts.toSorted((one, other) => order(one.start) - order(other.start))
      const byHour = Map.groupBy(fiveMinutes(recorded).values(), ({ start }) => toRollupBucket(start, 'hour').start)
      const hours = [...byHour].map(([start, parts]) => merge({ start, size: 'hour' }, shuffled(parts)))
      // Some hours as a whole, and some as their five-minute buckets.
      const mixed = [...byHour].flatMap(([start, parts], index) => (asHour(start) ? (hours[index] ?? []) : parts))
      return (
        hours.every((made) => isDeepStrictEqual(made, computeRollup(made, inside(recorded, made)))) &&
        [[...fiveMinutes(recorded).values()], hours, mixed].every((parts) =>
          isDeepStrictEqual(merge(today, shuffled(parts)), computeRollup(today, recorded)),
        )
      )
    }),
    { numRuns: 300, endOnFailure: true },
  ).failed
}

function percentilesHold(make: Make, bound: number): boolean {
  return !fc.check(
    fc.property(recordings, fc.constantFrom(...rollupSizes), (drawn, size) => {
      const bucket = toRollupBucket(drawn.checks[0]?.time ?? dayStart, size)
      const recorded = inside(drawn, bucket)
      const values = recorded.checks
        .filter(({ result }) => result === 'ok')
        .flatMap(({ response_time }) => response_time ?? [])
      const { p50, p95 } = make(bucket, recorded).response_time
      return (
        [
          [50, p50],
          [95, p95],
        ] as const
      ).every(([percent, found]) => {
        const exact = percentile(values, percent)
        if (exact === null || found === null || size === 'five_minutes') return found === exact
        const isPossible = Math.min(...values) <= found && found <= Math.max(...values)
        return isPossible && (found === exact || Math.abs(found - exact) * bound < exact)
      })
    }),
    { numRuns: 1000, endOnFailure: true },
  ).failed
}

/** The nearest-rank percentile, directly by its definition. */
function percentile(values: readonly number[], percent: number): number | null {
  const enough = values.filter((one) => values.filter((other) => other <= one).length * 100 >= percent * values.length)
  return enough.length === 0 ? null : Math.min(...enough)
}

/** The relative error of the median of three values, of which the other two are far away. */
function relativeError(middle: number): number {
  const values = [0, middle, Number.MAX_SAFE_INTEGER]
  const checks = values.map((response_time) => ({ ...check, response_time }))
  const { p50 } = computeRollup(today, { analyses: [], checks }).response_time
  return middle === 0 ? Number(p50 !== 0) : Math.abs((p50 ?? 0) - middle) / middle
}

type Keep = (deliveries: readonly RecordedDelivery[]) => Rollup

/** Stores records by key, and recomputes only the affected buckets after each delivery. */
const anew: Keep = (deliveries) => {
  let stored: RecordedDelivery = { analyses: [], checks: [] }
  const small = new Map<number, Rollup>()
  const hours = new Map<number, Rollup>()
  for (const delivery of deliveries) {
    stored = record(stored, delivery)
    const times = [...delivery.analyses, ...delivery.checks].map((one) => one.time)
    for (const start of new Set(times.map((one) => toRollupBucket(one, 'five_minutes').start))) {
      const bucket: RollupBucket = { start, size: 'five_minutes' }
      small.set(start, computeRollup(bucket, inside(stored, bucket)))
    }
    for (const start of new Set(times.map((one) => toRollupBucket(one, 'hour').start))) {
      const parts = [...small.values()].filter((part) => toRollupBucket(part.start, 'hour').start === start)
      hours.set(start, mergeRollups({ start, size: 'hour' }, parts))
    }
  }
  return mergeRollups(today, [...hours.values()])
}

function recomputes(keep: Keep): boolean {
  const deliveries = recordings.chain((first) =>
    fc
      .record({
        again: fc.record({ analyses: fc.subarray([...first.analyses]), checks: fc.subarray([...first.checks]) }),
        amended: fc.subarray([...first.analyses]),
        late: recordings,
      })
      .map(({ again, amended, late }): RecordedDelivery[] => [
        record({ analyses: [], checks: [] }, first),
        again,
        { analyses: amended.map((one) => ({ ...one, failure: !one.failure, hasQuorum: true })), checks: [] },
        record({ analyses: [], checks: [] }, late),
      ]),
  )
  return !fc.check(
    fc.property(deliveries, (list) => isDeepStrictEqual(keep(list), computeRollup(today, list.reduce(record)))),
    { numRuns: 300, endOnFailure: true },
  ).failed
}

/** Like the tables: per time, the latest version of an analysis and the first check of each sensor. */
function record(stored: RecordedDelivery, { analyses, checks }: RecordedDelivery): RecordedDelivery {
  const key = ({ time, sensor_id }: RecordedCheck) => `${time} ${sensor_id}`
  return {
    analyses: [...new Map([...stored.analyses, ...analyses].map((one) => [one.time, one])).values()],
    checks: [...new Map([...stored.checks, ...checks].reverse().map((one) => [key(one), one])).values()],
  }
}

function fiveMinutes(recorded: RecordedDelivery): Map<number, Rollup> {
  const startOf = ({ time }: { readonly time: number }) => toRollupBucket(time, 'five_minutes').start
  const [analyses, checks] = [Map.groupBy(recorded.analyses, startOf), Map.groupBy(recorded.checks, startOf)]
  const starts = new Set([...analyses.keys(), ...checks.keys()])
  return new Map(
    [...starts].map((start) => [
      start,
      computeRollup(
        { start, size: 'five_minutes' },
        { analyses: analyses.get(start) ?? [], checks: checks.get(start) ?? [] },
      ),
    ]),
  )
}

function inside({ analyses, checks }: RecordedDelivery, { start, size }: RollupBucket): RecordedDelivery {
  const isInside = ({ time }: { readonly time: number }) => toRollupBucket(time, size).start === start
  return { analyses: analyses.filter(isInside), checks: checks.filter(isInside) }
}

function total(values: readonly number[]): number {
  return values.reduce((one, other) => one + other, 0)
}
