import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isMinuteOfWeek, type MinuteOfWeek, minutesPerWeek, splitMinuteOfWeek, toMinute } from '../src/index.ts'

test('the week starts on Monday at midnight and ends on Sunday before midnight', () => {
  assert.equal(toMinute({ day_of_week: 1, hour: 0, minute: 0 }), 0)
  assert.equal(toMinute({ day_of_week: 6, hour: 22, minute: 0 }), 5 * 1440 + 22 * 60)
  assert.equal(toMinute({ day_of_week: 7, hour: 23, minute: 59 }), 10_079)
})

test('every minute of the week has one writing, and the order is kept', () => {
  assert.ok(isBijection(toMinute))
  assert.equal(isBijection(sundayFirst), false)
  assert.equal(
    isBijection((minute) => minute.day_of_week * 1440 + minute.hour * 60 + minute.minute),
    false,
  )
})

test('an invalid minute of the week is rejected', () => {
  const sound: MinuteOfWeek = { day_of_week: 1, hour: 0, minute: 0 }
  assert.ok(isMinuteOfWeek(sound))
  const unsound: Partial<MinuteOfWeek>[] = [
    { day_of_week: 0 },
    { day_of_week: 8 },
    { hour: 24 },
    { hour: -1 },
    { minute: 60 },
    { minute: 0.5 },
    { minute: Number.NaN },
  ]
  for (const part of unsound) {
    assert.equal(isMinuteOfWeek({ ...sound, ...part }), false)
    assert.throws(() => toMinute({ ...sound, ...part }), RangeError)
  }
  for (const minute of [-1, minutesPerWeek, 0.5, Number.NaN]) assert.throws(() => splitMinuteOfWeek(minute), RangeError)
})

function isBijection(there: typeof toMinute): boolean {
  return !fc.check(
    fc.property(fc.nat(minutesPerWeek - 1), (minute) => {
      const written = splitMinuteOfWeek(minute)
      return isMinuteOfWeek(written) && there(written) === minute
    }),
  ).failed
}

function sundayFirst({ day_of_week, hour, minute }: MinuteOfWeek): number {
  return (day_of_week % 7) * 1440 + hour * 60 + minute
}
