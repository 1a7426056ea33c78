import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packSlice } from '@wachta/domain'
import { createCheckReport, start } from '@wachta/testing/analyst/simulated'
import { computeAnalysis } from '../src/slots/open-slot.ts'

const errorTypeOf = (errorTypes: readonly number[]) => {
  const checks = errorTypes.map((error_type_id, index) =>
    packSlice(
      createCheckReport({ service_id: 7, slot: start, sensor_id: index + 1, result: 'error' as const, error_type_id }),
    ),
  )
  return computeAnalysis({ kind: 's' }, { revision: 1, error_tolerance: 51 }, checks).error_type_id
}

test('the error of an analysis is the one that most sensors reported; of several, the first', () => {
  assert.equal(errorTypeOf([3, 5, 5]), 5)
  assert.equal(errorTypeOf([3, 5, 3, 5]), 3)
  assert.equal(errorTypeOf([4]), 4)
  assert.equal(errorTypeOf([]), null)
})
