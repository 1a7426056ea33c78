import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type BrowserAction as CheckedAction,
  type BrowserStep as CheckedStep,
  readBrowserSteps,
  readSelector,
} from '@wachta/checks'
import fc from 'fast-check'
import {
  type BrowserAction,
  type BrowserStep,
  describeRecordingError,
  describeRecordingNote,
  exportRecording,
  type ImportedRecording,
  importRecording,
  RecordingError,
} from '../src/index.ts'
import { recordings } from './support/arbitrary-steps.ts'
import { readFixture } from './support/recordings.ts'

type Difference<One, Other> = Exclude<keyof One, keyof Other> | Exclude<keyof Other, keyof One>

/** Both packages know the same actions; otherwise this does not compile. */
const differences: readonly [
  ...([Difference<BrowserStep, CheckedStep>] extends [never] ? [] : ['steps']),
  ...([Difference<BrowserAction, CheckedAction>] extends [never] ? [] : ['actions']),
] = []

const selectorsIn = ({ steps }: ImportedRecording): string[] =>
  steps
    .flatMap(({ actions }) => actions)
    .flatMap(({ click, double_click, hover, fill, wait_for, wait_for_gone }) =>
      [click, double_click, hover, fill?.selector, wait_for, wait_for_gone].filter((each) => each !== undefined),
    )

test('steps are the same here and in the checks', () => {
  assert.deepEqual(differences, [])
})

test('the fixtures become steps that a service accepts', async () => {
  for (const name of ['login-with-iframe', 'shop-with-cart', 'phone-with-keys']) {
    const recording = importRecording(await readFixture(name))
    const { steps } = recording
    assert.deepEqual(readBrowserSteps({ steps }), steps)
    for (const selector of selectorsIn(recording)) assert.ok(readSelector(selector), selector)
  }
})

test('any recording becomes steps that a service accepts, or is rejected with a reason', () => {
  const seen = { imported: 0, rejected: 0 }
  fc.assert(
    fc.property(recordings, (flow) => {
      const recording = tryImport(JSON.stringify(flow))
      seen[recording === undefined ? 'rejected' : 'imported'] += 1
      if (recording === undefined) return
      readBrowserSteps({ steps: recording.steps })
      for (const selector of selectorsIn(recording)) assert.ok(readSelector(selector), selector)
      for (const note of recording.notes) assert.ok(describeRecordingNote(note).pl !== '')
      const again = importRecording(exportRecording(recording).text)
      assert.deepEqual(withoutAddresses(again), withoutAddresses(recording))
    }),
    { numRuns: 500 },
  )
  // Control: the recordings are neither all valid nor all invalid.
  assert.ok(seen.imported > 50 && seen.rejected > 50, JSON.stringify(seen))
})

function tryImport(text: string): ImportedRecording | undefined {
  try {
    return importRecording(text)
  } catch (error) {
    assert.ok(error instanceof RecordingError, String(error))
    const { en, pl } = describeRecordingError(error)
    assert.notEqual(en, pl)
    return undefined
  }
}

/** Drops expected addresses: an export cannot keep one that the Recorder noted without a navigation. */
const withoutAddresses = ({ steps }: ImportedRecording) =>
  steps
    .map(({ name, actions }) => ({ name, actions: actions.filter(({ expect_url }) => expect_url === undefined) }))
    .filter(({ actions }) => actions.length > 0)
