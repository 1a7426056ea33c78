import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createFormat } from '../src/words/format.ts'

const english = createFormat('en', 'Europe/Warsaw')
const polish = createFormat('pl', 'Europe/Warsaw')
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('a service level is never rounded up', () => {
  assert.equal(english.percentage(99.9996), '99.999%')
  assert.equal(english.percentage(99.99999999999), '99.999%')
  assert.equal(english.percentage(100), '100%')
  assert.equal(english.percentage(99.9), '99.900%')
  assert.equal(english.percentage(98.7654), '98.76%')
  assert.equal(english.percentage(0), '0.00%')
  assert.equal(polish.percentage(99.95), '99,950%')
  assert.equal(english.percentage(null), 'No data')
  assert.equal(polish.percentage(null), 'Brak danych')
})

test('the shown service level is at most the real one, by less than its last digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 31_622_400 }), fc.integer({ min: 1, max: 31_622_400 }), (notOk, ok) => {
      const level = (100 * ok) / (ok + notOk)
      const shown = Number(english.percentage(level).replace('%', ''))
      assert.ok(shown <= level + 1e-9)
      assert.ok(level - shown <= (level >= 99 ? 0.001 : 0.01) + 1e-9)
      assert.equal(shown === 100, notOk === 0)
      assert.equal(polish.percentage(level).replace(',', '.'), english.percentage(level))
    }),
    { numRuns: 5_000 },
  )
})

test('a target is shown as it was agreed', () => {
  assert.equal(english.target(99.9), '99.9%')
  assert.equal(polish.target(99.9995), '99,9995%')
  assert.equal(english.target(null), 'No target')
})

test('a difference has its sign', () => {
  assert.equal(english.points(0.1234), '+0.123 pp')
  assert.equal(polish.points(-0.05), '−0,050 p.p.')
  assert.equal(english.points(0.0001), '0 pp')
  assert.equal(english.points(null), '–')
})

test('a duration is exact below a day', () => {
  assert.equal(plain(english.duration(0)), '0 s')
  assert.equal(plain(english.duration(0.4)), '< 1 s')
  assert.equal(plain(english.duration(59.6)), '1 min')
  assert.equal(plain(english.duration(9_007)), '2 h 30 min 7 s')
  assert.equal(plain(english.duration(86_399.7)), '1 d')
  assert.equal(plain(english.duration(90_061)), '1 d 1 h 1 min')
  assert.equal(plain(english.duration(-60)), '−1 min')
  assert.equal(english.duration(null), '–')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 * 86_400 }), (seconds) => {
      const shown = toSeconds(english.duration(seconds))
      if (seconds < 86_400) assert.equal(shown, seconds)
      else assert.ok(Math.abs(shown - seconds) <= 30)
    }),
    { numRuns: 5_000 },
  )
})

test('times are those of the time zone, with seconds only where there are any', () => {
  assert.equal(english.time('2026-11-15T02:12:00Z'), '15 Nov 2026, 03:12')
  assert.equal(polish.time('2026-11-15T02:12:05Z'), '15 lis 2026, 03:12:05')
  assert.equal(english.date('2026-11-15T23:30:00Z'), '16 Nov 2026')
  assert.equal(english.date('2026-11-15'), '15 Nov 2026')
})

test('a local time that comes twice has its offset', () => {
  assert.equal(english.time('2026-10-25T00:30:00Z'), '25 Oct 2026, 02:30 GMT+2')
  assert.equal(english.time('2026-10-25T01:30:00Z'), '25 Oct 2026, 02:30 GMT+1')
  assert.equal(english.time('2026-10-25T02:00:00Z'), '25 Oct 2026, 03:00')
})

test('a period of whole days has no times', () => {
  assert.equal(english.period('2026-10-31T23:00:00Z', '2026-11-30T23:00:00Z'), '1 Nov 2026 – 30 Nov 2026')
  assert.equal(english.period('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'), '25 Oct 2026')
  assert.equal(polish.period('2026-11-01T10:00:00Z', '2026-11-02T23:00:00Z'), '1 lis 2026, 11:00 – 3 lis 2026, 00:00')
  assert.equal(english.lastMoment('2026-11-30T23:00:00Z'), '30 Nov 2026, 23:59:59')
})

test('numbers and response times are written as in the language', () => {
  assert.equal(english.number(1_234_567), '1,234,567')
  assert.equal(plain(polish.number(1_234_567)), '1 234 567')
  assert.equal(plain(english.milliseconds(123.6)), '124 ms')
  assert.equal(english.milliseconds(null), '–')
  assert.equal(polish.share(1, 3), '33,3%')
  assert.equal(english.share(0, 0), '–')
})

function toSeconds(text: string): number {
  const lengths: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, min: 60, s: 1 }
  return [...text.matchAll(/(\d+)\u00a0([a-z]+)/g)].reduce(
    (sum, [, value, unit = '']) => sum + Number(value) * (lengths[unit] ?? Number.NaN),
    0,
  )
}
