import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormats } from '../src/app/i18n/formats.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')
const now = new Date('2026-11-15T10:00:00Z')
const en = createFormats('en', 'Europe/Warsaw', () => now)
const pl = createFormats('pl', 'Europe/Warsaw', () => now)

test('times are told by the clock of the chosen zone', () => {
  assert.equal(en.clock('2026-11-15T09:42:00Z'), '10:42')
  assert.equal(createFormats('en', 'UTC').clock('2026-11-15T09:42:00Z'), '09:42')
  assert.equal(en.since('2026-11-15T09:42:00Z', now), '10:42', 'of today only the hour')
  assert.equal(plain(en.since('2026-11-13T09:42:00Z', now)), '13 Nov, 10:42')
  // Late at night, Warsaw has another day than UTC.
  assert.equal(plain(en.since('2026-11-14T23:30:00Z', now)), '00:30')
  assert.equal(plain(pl.day('2026-11-15T09:42:00Z')), '15 lis 2026')
  assert.equal(plain(en.ago('2026-11-15T09:55:00Z', now)), '5 min ago')
  assert.equal(plain(en.ago('2026-11-15T09:00:20Z', now)), '59 min ago', 'not yet an hour')
  // In Warsaw, this is at 23:30, and two calendar days before.
  const afterMidnight = new Date('2026-11-14T23:30:00Z')
  assert.equal(plain(en.ago('2026-11-13T22:30:00Z', afterMidnight)), '1 day ago')
  assert.equal(plain(pl.ago('2026-11-13T22:30:00Z', afterMidnight)), '1 dzień temu')
})

test('times of another year than the present one have their year', () => {
  const at = (instant: string) => () => new Date(instant)
  const [inEnglish, inPolish] = [
    createFormats('en', 'Europe/Warsaw', at('2026-01-01T09:00:00Z')),
    createFormats('pl', 'Europe/Warsaw', at('2026-01-01T09:00:00Z')),
  ]
  assert.equal(plain(inEnglish.dateTime('2025-11-15T09:42:07Z')), '15 Nov 2025, 10:42')
  assert.equal(plain(inPolish.dateTime('2025-11-15T09:42:07Z')), '15 lis 2025, 10:42')
  assert.equal(plain(inEnglish.moment('2025-11-15T09:42:07Z')), '15 Nov 2025, 10:42:07')
  assert.equal(plain(inPolish.moment('2025-11-15T09:42:07Z')), '15 lis 2025, 10:42:07')
  assert.equal(plain(en.since('2025-11-15T09:42:00Z', now)), '15 Nov 2025, 10:42')
  // In Warsaw, the year has begun an hour earlier than in UTC.
  assert.equal(plain(inEnglish.dateTime('2025-12-31T23:30:00Z')), '1 Jan, 00:30')
  assert.equal(plain(inPolish.moment('2026-03-01T09:42:07Z')), '1 mar, 10:42:07')
  assert.equal(plain(inEnglish.dayAndMonth('2025-11-15T09:42:07Z')), '15 Nov')
})

test('what has happened is never in the future, even if the clock of the server is ahead', () => {
  assert.equal(en.ago('2026-11-15T10:00:02Z', now), 'now')
  assert.equal(pl.ago('2026-11-15T10:05:00Z', now), 'teraz')
})

test('a level below a hundred is never shown as a hundred', () => {
  assert.equal(en.percent(100), '100%')
  assert.equal(en.percent(99.99999), '99.999%')
  assert.equal(en.percent(98.999), '98.99%')
  // 64.1 times 100 is slightly less than 6410.
  assert.equal(en.percent(64.1), '64.10%')
  assert.equal(pl.percent(99.5), '99,500%')
  assert.equal(en.percent(null), '–')
})

test('lengths of time have two units at most, sizes and durations their units', () => {
  assert.equal(plain(en.duration(0)), '0 sec')
  assert.equal(plain(en.duration(61)), '1 min 1 sec')
  assert.equal(plain(en.duration(3600)), '1 hr')
  assert.equal(plain(pl.duration(90_061)), '1 dzień 1 godz.')
  assert.equal(plain(en.milliseconds(431.6)), '432 ms')
  assert.equal(plain(en.milliseconds(12_345)), '12.3 sec')
  assert.equal(en.milliseconds(null), '–')
  assert.equal(plain(en.bytes(33)), '33 bytes')
  assert.equal(plain(pl.bytes(2048)), '2 kB')
  assert.equal(plain(pl.bytes(3_670_016)), '3,5 MB')
})
