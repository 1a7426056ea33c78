import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceStatus } from '@wachta/client'
import { computeBackOffMs } from '../src/app/live/back-off.ts'
import { patchList } from '../src/features/services/patch.ts'
import { fetchWithUpdates, passStatuses } from '../src/features/services/status-updates.ts'
import { toServiceWithStatus } from '../src/features/services/watched.ts'

const status = (service_id: number, more: Partial<ServiceStatus> = {}): ServiceStatus => ({
  service_id,
  status: 'ok',
  since: '2026-03-01T00:00:00Z',
  last_analysis_id: null,
  last_analysis_time: null,
  last_ok_time: null,
  last_error_time: null,
  average_response_time: 100,
  failing_sensor_ids: [],
  error_type_id: null,
  is_suspended: false,
  is_silenced: false,
  unchecked_reason: null,
  ...more,
})
const rows = [1, 2, 3].map((id) =>
  toServiceWithStatus({ ...status(id), service: { name: `Service ${id}`, group_id: 7 } }),
)

test('only the row that was told of is another, and it keeps its name', () => {
  const next = patchList(rows, [status(2, { status: 'failure', failing_sensor_ids: [4, 5] })])
  assert.deepEqual(
    next.rows.map((row, place) => row === rows[place]),
    [true, false, true],
  )
  assert.deepEqual(next.rows[1], { ...rows[1], status: 'failure', failing: [4, 5] })
  assert.equal(next.hasUnknown, false)
})

test('statuses without a change leave the very same list', () => {
  assert.equal(patchList(rows, [status(1), status(3)]).rows, rows)
  assert.notEqual(patchList(rows, [status(1, { average_response_time: 101 })]).rows, rows)
})

test('what is not on the list is noticed, and not made up', () => {
  const next = patchList(rows, [status(9)])
  assert.deepEqual([next.rows === rows, next.hasUnknown], [true, true])
})

test('statuses that arrive while a request is pending are not overwritten by its response', async () => {
  const answer = Promise.withResolvers<typeof rows>()
  passStatuses([status(1, { status: 'failure' })])
  const asked = fetchWithUpdates<readonly (typeof rows)[number][]>(
    () => answer.promise,
    (read, updates) => patchList(read, updates).rows,
  )
  passStatuses([status(2, { status: 'unknown' }), status(3)])
  passStatuses([status(2, { status: 'failure' })])
  answer.resolve(rows)
  assert.deepEqual(
    (await asked).map((row) => row.status),
    ['ok', 'failure', 'ok'],
    'the last word on each, and nothing from before it was asked for',
  )
})

test('attempts become rarer up to half a minute, and differ', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 60].map((failures) => computeBackOffMs(failures, 0.5)),
    [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000],
  )
  assert.deepEqual([computeBackOffMs(1, 0), computeBackOffMs(1, 1)], [750, 1250])
})
