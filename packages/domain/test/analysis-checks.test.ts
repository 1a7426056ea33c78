import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findErrorType, listAnalysisChecks, type PackedCheck, packChecks, readRollupInput } from '../src/index.ts'

const check = (sensor_id: number, more: Partial<PackedCheck> = {}): PackedCheck => ({
  sensor_id,
  started: 0,
  result: 'ok',
  error_type_id: null,
  reason: null,
  path_step: null,
  response_time: 100,
  data_size: null,
  timings: {},
  ...more,
})

const stored = (checks: readonly PackedCheck[], sensor_ids: readonly number[] | null) => ({
  time: 1_000_000,
  failure: false,
  ok_checks_count: 1,
  error_checks_count: 0,
  unknown_checks_count: 2,
  checks: packChecks(checks),
  sensor_ids,
})

test('every expected sensor has a check, and no other sensor has one', () => {
  const checks = listAnalysisChecks(stored([check(9), check(2)], [7, 2, 5]))
  assert.deepEqual(
    checks.map(({ sensor_id, result, reason, response_time }) => [sensor_id, result, reason, response_time]),
    [
      [2, 'ok', null, 100],
      [5, 'unknown', 'no_answer', null],
      [7, 'unknown', 'no_answer', null],
    ],
  )
})

test('the error of an analysis is that of most sensors; of equally frequent ones, that of the lowest sensor id', () => {
  const failed = (sensor_id: number, error_type_id: number) => check(sensor_id, { result: 'error', error_type_id })
  assert.equal(findErrorType([failed(1, 301), failed(2, 803), failed(3, 803)]), 803)
  assert.equal(findErrorType([failed(4, 803), failed(3, 301), failed(2, 803), failed(1, 301)]), 301)
  assert.equal(findErrorType([check(1), failed(2, 301)]), 301)
  assert.equal(findErrorType([check(1), check(2, { result: 'unknown', reason: 'clock' })]), null)
})

test('if the expected sensors are no longer known, the sensors that reported are used', () => {
  assert.deepEqual(
    listAnalysisChecks(stored([check(9), check(2)], null)).map(({ sensor_id }) => sensor_id),
    [2, 9],
  )
})

test('the checks for a rollup match the counts of the analysis', () => {
  const { analyses, checks } = readRollupInput([stored([check(2)], [2, 5, 7])])
  assert.equal(analyses[0]?.hasQuorum, false, 'one of three is less than half')
  const count = (result: string) => checks.filter((one) => one.result === result).length
  assert.deepEqual([count('ok'), count('error'), count('unknown')], [1, 0, 2])
  assert.ok(checks.every(({ time }) => time === 1_000_000))
})
