import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDifferences } from '../src/features/what-if/compared.ts'

const failure = (start: string, end: string | null, isTold = true) => ({
  start_time: `2026-11-15T${start}:00Z`,
  end_time: end === null ? null : `2026-11-15T${end}:00Z`,
  duration_seconds: 60,
  told_at: isTold ? `2026-11-15T${start}:00Z` : null,
})
const kinds = (found: ReturnType<typeof listDifferences>) =>
  found.map(({ kind, failure }) => `${kind} ${failure.start_time.slice(11, 16)}`)

test('failures that overlap are the same one; the others are gained or lost, the newest first', () => {
  const before = [failure('01:00', '02:00'), failure('05:00', '06:00'), failure('10:00', null)]
  const after = [failure('01:30', '01:40'), failure('07:00', '08:00'), failure('11:00', null)]
  assert.deepEqual(kinds(listDifferences(before, after)), ['gained 07:00', 'lost 05:00'])
  assert.deepEqual(listDifferences(before, before), [])
})

test('one that only touches another is another', () => {
  const found = listDifferences([failure('01:00', '02:00')], [failure('02:00', '03:00')])
  assert.deepEqual(kinds(found), ['gained 02:00', 'lost 01:00'])
})

test('a failure that would no longer send a notification is listed', () => {
  const before = [failure('01:00', '02:00'), failure('05:00', '06:00', false)]
  const after = [failure('01:00', '02:00', false), failure('05:00', '06:00', false)]
  assert.deepEqual(kinds(listDifferences(before, after)), ['unnotified 01:00'])
})
