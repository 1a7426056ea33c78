import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseLocalTime } from '../src/app/i18n/wall-time.ts'
import { parseDateTime, parseLooseDateTime, parseLooseTime, shiftClock, shiftDateTime } from '../src/ui/typed-time.ts'

test('a complete time is a value, and one that does not exist is not', () => {
  assert.equal(parseDateTime('2026-11-15 22:00'), '2026-11-15T22:00')
  assert.equal(parseDateTime('2026-11-15T22:00:07'), '2026-11-15T22:00:07')
  for (const text of ['', '2026-11-15', '2026-11-15 22:0', '2026-02-30 10:00', '2026-11-15 24:00', '2026-11-15 10:60'])
    assert.equal(parseDateTime(text), undefined, text)
})

test('the local time of a field is of a day that exists', () => {
  assert.equal(parseLocalTime('2026-11-15T10:42'), Date.UTC(2026, 10, 15, 10, 42))
  for (const text of ['2026-02-30T10:42', '2026-11-15T10:42 pm', '2026-11-15'])
    assert.equal(parseLocalTime(text), undefined, text)
})

test('what people type is understood when they leave the field', () => {
  const read = [
    ['2026-11-15 9:30', '2026-11-15T09:30'],
    ['2026.11.5 930', '2026-11-05T09:30'],
    ['15.11.2026 22.15', '2026-11-15T22:15'],
    ['15.11.2026', '2026-11-15T00:00'],
    [' 2026-11-15, 7 ', '2026-11-15T07:00'],
    ['2026-11-15 22:00:07', '2026-11-15T22:00:07'],
  ] as const
  for (const [text, value] of read) assert.equal(parseLooseDateTime(text), value, text)
  // It is ambiguous which of the two is the month.
  for (const text of ['11/12/2026 10:00', 'tomorrow', '2026-13-01 10:00', '2026-11-15 10 pm', '31.02.2026 10:00'])
    assert.equal(parseLooseDateTime(text), undefined, text)
  assert.deepEqual(['7', '730', '07.30', '7:30', '23:59'].map(parseLooseTime), [
    '07:00',
    '07:30',
    '07:30',
    '07:30',
    '23:59',
  ])
  assert.deepEqual(['24:00', '7:60', '7 pm', ''].map(parseLooseTime), [undefined, undefined, undefined, undefined])
})

test('the arrow keys change the part with the caret', () => {
  assert.equal(shiftDateTime('2026-11-15T23:30', 12, 1), '2026-11-16T00:30', 'the hour')
  assert.equal(shiftDateTime('2026-11-15T23:30', 16, -1), '2026-11-15T23:29', 'the minute')
  assert.equal(shiftDateTime('2026-12-31T23:30', 10, 1), '2027-01-01T23:30', 'the day')
  assert.equal(shiftDateTime('2026-01-31T10:00', 6, 1), '2026-02-28T10:00', 'the month, which is shorter')
  assert.equal(shiftDateTime('2028-02-29T10:00', 0, 1), '2029-02-28T10:00', 'the year')
  assert.equal(shiftDateTime('2026-11-15T10:00:59', 19, 1), '2026-11-15T10:01:00')
  assert.equal(shiftClock('23:30', 1, 1), '00:30')
  assert.equal(shiftClock('00:00', 5, -1), '23:59')
})
