import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormats } from '../src/app/i18n/formats.ts'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { en } from '../src/app/registry/messages.en.ts'
import {
  computeAvailabilityLevel,
  describeAvailability,
  describeCoverage,
  describeDay,
} from '../src/features/checks-and-history/availability.ts'
import { formatAxisLabels } from '../src/features/checks-and-history/axis-labels.ts'
import { findCertificateExpiry } from '../src/features/checks-and-history/certificate-marker.ts'
import { downsample } from '../src/features/checks-and-history/downsample.ts'
import { computeRequestPhases } from '../src/features/checks-and-history/evidence/request-phases.ts'
import {
  bridgeGaps,
  buildPerformanceChart,
  findShadeName,
} from '../src/features/checks-and-history/performance-data.ts'
import { buildColumns, findIsolated } from '../src/ui/chart-columns.ts'
import {
  findEnd,
  findMarkers,
  findValue,
  formatReadings,
  isEmptyChart,
  listInitiallyHidden,
  omitHiddenSeries,
} from '../src/ui/chart-data.ts'
import { isCorrected, markDaysBeforeFirstResult, splitDayByStatus } from '../src/ui/day-parts.ts'
import { buildSparklinePath } from '../src/ui/sparkline-path.ts'

const day = (ok_seconds: number, failure_seconds: number) => ({
  from: '2026-11-15T00:00:00Z',
  ok_seconds,
  failure_seconds,
  paused_seconds: 0,
  unknown_seconds: 0,
  service_level: null,
})

test('a level is of the time that was seen', () => {
  assert.equal(computeAvailabilityLevel([day(300, 100), day(0, 0)]), 75)
  assert.equal(computeAvailabilityLevel([day(0, 0)]), null)
})

test('a small picture has as many values as it can show, and gaps where nothing was measured', () => {
  const points = [
    { time: '2026-11-15T00:00:00Z', average: 100 },
    { time: '2026-11-15T00:05:00Z', average: 300 },
    { time: '2026-11-15T12:00:00Z', average: null },
  ]
  const from = Date.UTC(2026, 10, 15)
  const values = downsample(points, from, from + 86_400_000)
  assert.equal(values.length, 72)
  assert.equal(values[0], 200)
  assert.ok(values.slice(1).every((value) => value === null))
  assert.equal(buildSparklinePath([10, 20, null, 20], 20).match(/M/g)?.length, 2, 'a line that breaks once')
  assert.equal(buildSparklinePath([0, 0], 0).includes('NaN'), false)
})

test('lines go across what is usual and break where more is missing', () => {
  assert.deepEqual(bridgeGaps([1, null, 2, null, 3], 2), [1, undefined, 2, undefined, 3])
  assert.deepEqual(bridgeGaps([1, null, null, null, 3], 1), [1, null, null, null, 3])
  assert.deepEqual(bridgeGaps([null, 1, null], 1), [null, 1, null])
})

const names = { median: 'median', band: 'band', failure: 'failing', paused: 'paused', unknown: 'unknown' }

test('all lines are drawn on one grid, and what was not well behind them', () => {
  const point = (time: string, value: number) => ({
    time,
    checks_count: 1,
    minimum: value,
    p50: value,
    average: value,
    p95: value * 2,
    maximum: value * 2,
  })
  const frame = {
    sensor_id: null,
    from: '2026-11-15T00:02:00Z',
    to: '2026-11-15T00:22:00Z',
    aggregation: 'five_minutes' as const,
  }
  const data = buildPerformanceChart(
    {
      from: frame.from,
      to: frame.to,
      all: { ...frame, points: [point('2026-11-15T00:00:00Z', 10), point('2026-11-15T00:05:00Z', 20)] },
      lines: [{ sensor: { id: 2, name: 'Kraków', color: '#112233' }, points: [point('2026-11-15T00:05:00Z', 20)] }],
      changes: [
        { status: 'ok', start_time: '2026-11-14T00:00:00Z', end_time: '2026-11-15T00:10:00Z' },
        { status: 'failure', start_time: '2026-11-15T00:10:00Z', end_time: null },
      ],
    },
    names,
  )
  assert.equal(data.times.length, 5)
  assert.deepEqual(data.band?.high, [20, 40, null, null, null])
  assert.deepEqual(data.lines[0]?.values, [null, 20, null, null, null])
  assert.equal(data.shades.length, 1)
  assert.equal(findShadeName(data.shades, Date.parse('2026-11-15T00:12:00Z') / 1000), 'failing')
  assert.equal(findShadeName(data.shades, Date.parse('2026-11-15T00:05:00Z') / 1000), '', 'well, so nothing is said')
  assert.equal(data.shades[0]?.to, Date.parse(frame.to) / 1000, 'what still lasts, lasts to the end')
})

test('the expiry of the certificate is marked in the past and soon, and a chart that shows it reaches so far', () => {
  const now = Date.UTC(2026, 10, 15)
  const day = 86_400
  assert.equal(findCertificateExpiry(6, 'month', now), now / 1000 + 6.5 * day)
  assert.equal(findCertificateExpiry(-3, 'week', now), now / 1000 - 2.5 * day)
  assert.equal(findCertificateExpiry(6, 'week', now), null, 'too far ahead')
  assert.equal(findCertificateExpiry(-9, 'week', now), null, 'too long ago')
  assert.equal(findCertificateExpiry(0, 'day', now), null, 'whole days say nothing about hours')
  assert.equal(findCertificateExpiry(null, 'month', now), null)

  const frame = { from: '2026-11-14T00:00:00Z', to: '2026-11-15T00:00:00Z', aggregation: 'hour' as const, points: [] }
  const marker = { at: now / 1000 + 5.5 * day, label: 'expires' }
  const data = buildPerformanceChart({ ...frame, all: { ...frame, sensor_id: null }, lines: [], changes: [] }, names, [
    marker,
  ])
  assert.equal(data.times.length, 25)
  assert.equal(data.median?.values.length, 25)
  assert.deepEqual(findMarkers(data, data.times.at(-1) ?? 0), ['expires'])
  assert.deepEqual(findMarkers(data, data.times[0] ?? 0), [])
})

test('no date stands twice on an axis, and each time of day belongs to the date before it', () => {
  const formats = {
    clock: (at: Date | string) => new Date(at).toISOString().slice(11, 16),
    dayAndMonth: (at: Date | string) => new Date(at).toISOString().slice(5, 10),
  }
  const times = (hours: number, count: number) =>
    Array.from({ length: count }, (_, place) => Date.UTC(2026, 10, 15, place * hours) / 1000)
  assert.deepEqual(formatAxisLabels(times(12, 4), formats), ['00:00\n11-15', '12:00', '00:00\n11-16', '12:00'])
  assert.deepEqual(formatAxisLabels(times(24, 3), formats), ['11-15', '11-16', '11-17'])
  assert.deepEqual(formatAxisLabels([], formats), [])
})

test('what is hidden is neither drawn nor read, and a chart without values is empty', () => {
  const line = (label: string, ...values: (number | null)[]) => ({ label, color: '', values })
  const data = {
    times: [0, 60],
    lines: [line('Kraków', 5, null), line('Dublin', 7, 8)],
    median: line('median', 6, 8),
    band: { label: 'band', low: [6, 8], high: [9, 9] },
    shades: [],
  }
  const texts = { value: String, time: String, ticks: () => [], empty: '', resetZoom: '' }
  assert.deepEqual(formatReadings({ data, texts }, 1), ['8', '8 – 9', 'null', '8'])
  assert.equal(findValue([3, undefined, undefined, 9], 1), 3, 'a line that goes on has the value of its neighbour')
  assert.equal(findValue([3, null, 9], 1), null)
  assert.deepEqual([...listInitiallyHidden(data)], [])
  const rest = omitHiddenSeries(data, new Set(['band', 'Kraków']))
  assert.deepEqual(formatReadings({ data: rest, texts }, 0), ['6', '7'])
  assert.equal(buildColumns(data).length, 5)
  assert.equal(buildColumns(rest).length, 2)
  assert.equal(isEmptyChart(data), false)
  assert.equal(isEmptyChart({ times: [0, 60], lines: [line('Kraków', null, null)], shades: [] }), true)
})

test('a single value becomes a dot, because no line goes through it', () => {
  assert.deepEqual(findIsolated([null, 3, null, 4, undefined, 5, null]), [1])
  assert.deepEqual(findIsolated([7]), [0])
  assert.deepEqual(findIsolated([1, 2, null]), [])
})

test('the phases of a request follow one another, and what is left of the total is the download', () => {
  const metric = (metric_type_id: string, value: number) => ({ metric_type_id, value })
  const phases = computeRequestPhases([
    metric('first_byte_time', 50),
    metric('lookup_time', 5),
    metric('connect_time', 10),
    metric('total_time', 80),
    metric('response_size', 4000),
  ])
  assert.deepEqual(
    phases.map(({ phase, start, length }) => [phase, start, length]),
    [
      ['lookup', 0, 5],
      ['connect', 5, 10],
      ['first_byte', 15, 50],
      ['rest', 65, 15],
    ],
  )
  assert.deepEqual(computeRequestPhases([metric('round_trip_average', 5)]), [])
})

test('parts of a whole stand on one another; where one is missing, so is what stands on it', () => {
  const line = (values: (number | null | undefined)[]) => ({ label: '', color: '', values })
  const lines = [line([1, 2, null, undefined]), line([10, null, 5, undefined]), line([100, 100, 100, undefined])]
  const chart = { times: [0, 1, 2, 3], lines, shades: [] }
  assert.deepEqual(buildColumns({ ...chart, isStacked: true }), [
    [1, 2, null, undefined],
    [11, null, null, undefined],
    [111, null, null, undefined],
  ])
  assert.deepEqual(buildColumns(chart)[1], [10, null, 5, undefined])
})

test('a day is cut up by what it was spent in, and a few bad minutes are still seen', () => {
  assert.deepEqual(splitDayByStatus(day(0, 0)), [])
  assert.deepEqual(splitDayByStatus(day(86_400, 0)), [{ name: 'ok', from: 0, to: 1 }])
  const parts = splitDayByStatus({ ...day(86_100, 300), paused_seconds: 0 })
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['ok', 'failure'],
  )
  assert.ok((parts[1]?.to ?? 0) - (parts[1]?.from ?? 0) > 0.1)
  assert.equal(parts.at(-1)?.to, 1)
  assert.equal(isCorrected({ ...day(1, 0), service_level: 100, raw_service_level: 99 }), true)
  assert.equal(isCorrected({ ...day(1, 0), service_level: 100, raw_service_level: 100 }), false)
  assert.equal(isCorrected(day(1, 0)), false)
})

test('days before the first result have no data, and later ones without a result are unknown', () => {
  const unknown = { ...day(0, 0), unknown_seconds: 86_400 }
  const days = markDaysBeforeFirstResult([unknown, unknown, { ...day(3600, 0), unknown_seconds: 82_800 }, unknown])
  assert.deepEqual(
    days.map(({ unknown_seconds }) => unknown_seconds),
    [0, 0, 82_800, 86_400],
  )
  assert.deepEqual(splitDayByStatus(days[0] ?? day(1, 0)), [])
  assert.deepEqual(markDaysBeforeFirstResult([unknown]), [{ ...day(0, 0), isBefore: true }])
  assert.deepEqual(
    days.map(({ isBefore }) => isBefore),
    [true, true, undefined, undefined],
  )
})

test('the time axis reaches to the end of a shade that began after the last value', () => {
  const shade = { from: 130, to: 148, color: 'red', label: 'Down' }
  assert.equal(findEnd({ shades: [shade] }, 100), 148)
  assert.equal(findEnd({ shades: [{ ...shade, from: 10, to: 20 }] }, 100), 100)
  assert.equal(findEnd({ shades: [] }, 100), 100)
})

test('a figure says which days it covers, and days before are not called unknown', () => {
  const t = createTranslate('en', en)
  const formats = createFormats('en', 'UTC')
  const from = (date: string) => ({ ...day(3600, 0), from: `2026-11-${date}T00:00:00Z` })
  const days = markDaysBeforeFirstResult([
    { ...from('13'), ok_seconds: 0, unknown_seconds: 86_400 },
    from('14'),
    from('15'),
  ])
  assert.equal(describeCoverage(days, t, formats), '2 days, monitored since 14 Nov 2026')
  assert.equal(describeCoverage(days.slice(1), t, formats), null, 'all of them')
  assert.equal(describeAvailability(days, t, formats), 'Availability over 2 days: 100%. No days with downtime')
  assert.equal(describeDay(days[0] ?? from('13'), t, formats), '13 Nov 2026: not monitored')
})
