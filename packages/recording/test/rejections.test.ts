import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importRecording, RecordingError } from '../src/index.ts'
import { navigate, recordingOf } from './support/recordings.ts'

const reject = (text: string): readonly unknown[] => {
  try {
    importRecording(text)
  } catch (error) {
    if (error instanceof RecordingError) return [error.reason, error.step, error.type]
    throw error
  }
  return ['imported']
}
const rejectStep = (step: unknown) => reject(recordingOf(navigate(), step))

test('what is no recording is named as what it is', () => {
  assert.deepEqual(reject('steps: []'), ['not_json', null, null])
  for (const text of ['null', '[]', '{}', '{"steps":{}}', '{"steps":[7]}', '{"steps":[{}]}'])
    assert.deepEqual(reject(text), ['not_a_recording', null, null], text)
  assert.deepEqual(reject(`"${'x'.repeat(5_000_000)}"`), ['too_large', null, null])
  assert.deepEqual(reject(`\ufeff${recordingOf(navigate())}`), ['imported'])
})

test('a recording begins with a page of the web', () => {
  const click = { type: 'click', selectors: ['#a'] }
  assert.deepEqual(reject(recordingOf()), ['no_navigation', null, null])
  assert.deepEqual(reject(recordingOf(click)), ['no_navigation', null, null])
  assert.deepEqual(reject(recordingOf(navigate('chrome://newtab/'), click)), ['no_navigation', null, null])
  assert.deepEqual(reject(recordingOf(click, navigate())), ['no_navigation', null, null])
})

test('code is never imported', () => {
  const rejected = ['unsupported_step', 2]
  assert.deepEqual(rejectStep({ type: 'customStep', name: 'x', parameters: {} }), [...rejected, 'customStep'])
  assert.deepEqual(rejectStep({ type: 'waitForExpression', expression: '1' }), [...rejected, 'waitForExpression'])
  assert.deepEqual(rejectStep({ type: 'beforeUnload' }), [...rejected, 'beforeUnload'])
  assert.deepEqual(rejectStep(navigate('javascript:alert(1)')), ['unsupported_address', 2, 'navigate'])
  assert.deepEqual(rejectStep(navigate('file:///etc/passwd')), ['unsupported_address', 2, 'navigate'])
})

test('other windows are blocked, so nothing can be done in them', () => {
  for (const type of ['click', 'doubleClick', 'hover', 'change', 'waitForElement', 'navigate', 'keyDown'])
    assert.deepEqual(
      rejectStep({
        type,
        target: 'https://other.example.com/',
        selectors: ['#a'],
        value: '',
        key: 'a',
        url: 'https://a.b',
      }),
      ['other_target', 2, type],
    )
})

test('a step that a scenario would do otherwise is rejected', () => {
  assert.deepEqual(rejectStep({ type: 'click', selectors: ['#a'], button: 'secondary' }), [
    'unsupported_button',
    2,
    'click',
  ])
  assert.deepEqual(rejectStep({ type: 'click', selectors: [] }), ['no_selector', 2, 'click'])
  assert.deepEqual(rejectStep({ type: 'click', selectors: ['#a'], frame: [0, 0, 0, 0, 0, 0] }), [
    'no_selector',
    2,
    'click',
  ])
  assert.deepEqual(rejectStep({ type: 'change', selectors: ['#a'], value: 'x'.repeat(1001) }), [
    'value_too_long',
    2,
    'change',
  ])
  const file = { type: 'change', selectors: ['#file'], value: 'C:\\fakepath\\me.png' }
  assert.deepEqual(rejectStep(file), ['file_upload', 2, 'change'])
  assert.deepEqual(rejectStep(navigate(`https://a.example/${'x'.repeat(2048)}`)), [
    'unsupported_address',
    2,
    'navigate',
  ])
})

test('a step that the Recorder would not have written is rejected', () => {
  for (const step of [
    { type: 'click' },
    { type: 'click', selectors: '#a' },
    { type: 'click', selectors: [7] },
    { type: 'click', selectors: [['#a', 7]] },
    { type: 'click', selectors: ['#a'], frame: [-1] },
    { type: 'change', selectors: ['#a'] },
    { type: 'navigate' },
    { type: 'keyDown' },
    { type: 'setViewport', width: '100' },
    { type: 'waitForElement', selectors: ['#a'], operator: '!=' },
    { type: 'waitForElement', selectors: ['#a'], count: 'one' },
  ])
    assert.deepEqual(rejectStep(step), ['invalid_step', 2, step.type], JSON.stringify(step))
})

test('more steps than a service can have are rejected', () => {
  const pages = (count: number) => recordingOf(...Array.from({ length: count }, () => navigate()))
  assert.deepEqual(reject(pages(50)), ['imported'])
  assert.deepEqual(reject(pages(51)), ['too_many_steps', null, null])
})
