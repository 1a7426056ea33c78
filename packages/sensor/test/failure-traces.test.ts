import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, minuteStart } from '@wachta/testing/sensor'
import { createFailureTraces } from '../src/failure-traces.ts'

test('a service is traced once in ten minutes, also after the clock was set back', async () => {
  let now = minuteStart
  const traced: number[] = []
  const trace = createFailureTraces(
    () => false,
    ({ slot }) => void traced.push(slot),
    () => now,
  )
  const fail = (slot: number) => trace({ service_id: 1, slot, host: '127.0.0.1' })
  for (const [slot, passedMs] of [0, 60_000, 540_000, -86_400_000].entries()) {
    now += passedMs
    fail(slot)
  }
  await eventually('the traces', () => traced.length === 3)
  assert.deepEqual(traced, [0, 2, 3])
})
