import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeGiveUpTime, computeNextAttempt, formatDuration, formatWallTime } from '../src/index.ts'

const hour = 3_600_000
const tried = { created_at: 0, now: 0, urgency: 'news', failures: 1, random: 0.5 } as const

test('waits grow from seconds to ten minutes', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => computeNextAttempt({ ...tried, failures }))
  assert.deepEqual(waits, [5_000, 15_000, 45_000, 120_000, 300_000, 600_000, 600_000, 600_000])
})

test('a wait is a fifth longer or shorter by chance', () => {
  assert.equal(computeNextAttempt({ ...tried, random: 0 }), 4_000)
  assert.equal(computeNextAttempt({ ...tried, random: 1 }), 6_000)
})

test('a provider is waited for as long as it asks, up to an hour', () => {
  assert.equal(computeNextAttempt({ ...tried, retryAfterMs: 90_000 }), 90_000)
  assert.equal(computeNextAttempt({ ...tried, retryAfterMs: 1 }), 5_000)
  assert.equal(computeNextAttempt({ ...tried, retryAfterMs: 99 * hour }), hour)
})

test('a notification is given up after a day, a test or code after ten minutes', () => {
  assert.equal(computeGiveUpTime(5, 'news'), 24 * hour + 5)
  assert.equal(computeNextAttempt({ ...tried, failures: 9, now: 23.9 * hour }), undefined)
  assert.equal(computeNextAttempt({ ...tried, failures: 9, now: 23.8 * hour }), 23.8 * hour + 600_000)
  assert.equal(computeNextAttempt({ ...tried, urgency: 'trial', failures: 4, now: 9 * 60_000 }), undefined)
  assert.equal(computeNextAttempt({ ...tried, urgency: 'trial', now: 9 * 60_000 }), 9 * 60_000 + 5_000)
})

test('whatever happens, an attempt is later than now and never after the end', () => {
  const anything = fc.record({
    created_at: fc.constant(1_000),
    now: fc.integer({ min: 1_000, max: 26 * hour }),
    urgency: fc.constantFrom('news' as const, 'trial' as const),
    failures: fc.integer({ min: 1, max: 1_000 }),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: 1_000 * hour }), { nil: undefined }),
    random: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  })
  fc.assert(
    fc.property(anything, (one) => {
      const next = computeNextAttempt(one)
      if (next === undefined) return true
      return next >= one.now + 4_000 && next <= computeGiveUpTime(one.created_at, one.urgency)
    }),
  )
})

test('times are formatted in local time, also in the repeated hour', () => {
  assert.equal(formatWallTime(new Date('2026-11-15T02:12:59Z'), 'Europe/Warsaw'), '2026-11-15 03:12')
  assert.equal(formatWallTime(new Date('2026-10-25T00:30:00Z'), 'Europe/Warsaw'), '2026-10-25 02:30')
  assert.equal(formatWallTime(new Date('2026-10-25T01:30:00Z'), 'Europe/Warsaw'), '2026-10-25 02:30')
  assert.equal(formatWallTime(new Date('2026-01-01T00:00:00Z'), 'America/New_York'), '2025-12-31 19:00')
})

test('durations are formatted with the two largest units', () => {
  const said = (ms: number) => [formatDuration(ms, 'en'), formatDuration(ms, 'pl')]
  assert.deepEqual(said(0), ['1 sec', '1 sek.'])
  assert.deepEqual(said(-5), ['1 sec', '1 sek.'])
  assert.deepEqual(said(45_999), ['45 sec', '45 sek.'])
  assert.deepEqual(said(14 * 60_000), ['14 min', '14 min'])
  assert.deepEqual(said(hour + 5 * 60_000), ['1 hr, 5 min', '1 godz. i 5 min'])
  assert.deepEqual(said(51 * hour), ['2 days, 3 hr', '2 dni i 3 godz.'])
  assert.deepEqual(said(24 * hour), ['1 day', '1 dzień'])
})
