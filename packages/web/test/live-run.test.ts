import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Artifact, Check } from '@wachta/client'
import { listRunSteps, type RunProgress } from '../src/features/services/live-run/run-steps.ts'

const steps = [{ name: 'Tidy up', cleanup: true }, { name: 'Start' }, { name: 'Log in' }, { name: 'Pay' }]

const pictures = (...ids: readonly (number | string)[]) =>
  ids.map((id) => ({ artifact_id: typeof id === 'number' ? `screenshot_step_${id}` : id }) as Artifact)

const ended = (more: Partial<Check>) => ({ result: 'ok', error_message: null, path_step: 1, ...more }) as Check

const states = (progress: Partial<RunProgress>) =>
  listRunSteps({
    kind: 'browser_steps',
    steps,
    isStarted: true,
    artifacts: [],
    check: null,
    details: null,
    ...progress,
  }).map(({ state }) => state)

test('while it runs, a step with a picture is done and the next one runs; cleanup comes last', () => {
  assert.deepEqual(states({ isStarted: false }), ['waiting', 'waiting', 'waiting', 'waiting'])
  assert.deepEqual(states({}), ['waiting', 'running', 'waiting', 'waiting'])
  assert.deepEqual(states({ artifacts: pictures(2, 'har') }), ['waiting', 'done', 'running', 'waiting'])
  assert.deepEqual(states({ artifacts: pictures(2, 3, 4) }), ['running', 'done', 'done', 'done'])
  assert.deepEqual(states({ artifacts: pictures(1, 2, 3, 4) }), ['done', 'done', 'done', 'done'])
})

test('requests show nothing before the result', () => {
  const plain = steps.map(({ name }) => ({ name }))
  assert.deepEqual(states({ kind: 'http_steps', steps: plain }), ['waiting', 'waiting', 'waiting', 'waiting'])
  const times = [3, 5, 8, 13].map((response_time, index) => ({ step: index + 1, response_time, data_size: null }))
  const run = { kind: 'http_steps', steps: plain, isStarted: true, artifacts: [] } as const
  const after = listRunSteps({ ...run, check: ended({}), details: { step_data: times } })
  assert.deepEqual(
    after.map(({ state, time }) => [state, time]),
    [
      ['done', 3],
      ['done', 5],
      ['done', 8],
      ['done', 13],
    ],
  )
})

test('a failed step has its message and the last picture; those after it did not run', () => {
  const check = ended({ result: 'error', path_step: 3, error_message: 'step 3 (Log in): #a did not appear' })
  const artifacts = pictures(2, 'screenshot')
  assert.deepEqual(states({ check, artifacts }), ['unknown', 'done', 'failed', 'skipped'])
  assert.deepEqual(states({ check, artifacts: pictures(1, 2) }), ['done', 'done', 'failed', 'skipped'])
  const failed = listRunSteps({ kind: 'browser_steps', steps, isStarted: true, artifacts, check, details: null })[2]
  assert.equal(failed?.message, '#a did not appear')
  assert.equal(failed?.picture?.artifact_id, 'screenshot')
})

test('a check that fails before the first step has run none; an unreliable one says nothing of the rest', () => {
  const before = ended({ result: 'error', path_step: null, error_message: 'no such host' })
  assert.deepEqual(states({ check: before }), ['skipped', 'skipped', 'skipped', 'skipped'])
  const unknown = ended({ result: 'unknown', path_step: null })
  assert.deepEqual(states({ check: unknown, artifacts: pictures(2) }), ['unknown', 'done', 'unknown', 'unknown'])
})
