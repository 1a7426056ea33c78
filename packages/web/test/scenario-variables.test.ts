import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ActionKind,
  actionInputs,
  changeActionPart,
  createAction,
} from '../src/features/services/steps/action-model.ts'
import { explainUnset, listStepErrors } from '../src/features/services/steps/step-problems.ts'
import { stepTranslators } from '../src/features/services/steps/step-texts.ts'
import { findUnsetReferences, listStepVariables } from '../src/features/services/steps/variables.ts'

const given = [
  { name: 'username', isSet: true },
  { name: 'password', isSet: false },
]

test('variables of a browser have a value after the action that reads them', () => {
  const steps = [
    { name: 'Tidy up', cleanup: true, actions: [{ open: '/orders/{{order}}/cancel' }] },
    { name: 'Log in', actions: [{ fill: { selector: 'label=E-mail', value: '{{username}}' } }] },
    {
      name: 'Buy',
      actions: [
        { expect_text: '{{order}}' },
        { read: { selector: '#order', variable: 'order' } },
        { expect_no_text: '{{ order }}' },
        { fill: { selector: 'label=Password', value: '{{password}} {{pin}}' } },
        { expect_url: '/orders/{{order}}' },
        { click: 'text={{username}}' },
        { hover: 'frame=#{{pin}} >> role=link[name="{{order}}"]' },
      ],
    },
  ]
  assert.deepEqual(listStepVariables(steps, 'browser_steps'), [{ name: 'order', step: 2 }])
  assert.deepEqual(
    [...findUnsetReferences(steps, 'browser_steps', given)],
    [
      [
        2,
        [
          { name: 'order', at: 0, reason: 'later', step: 2 },
          { name: 'password', at: 3, reason: 'empty' },
          { name: 'pin', at: 3, reason: 'unknown' },
          { name: 'order', at: 4, reason: 'literal' },
          { name: 'pin', at: 6, reason: 'unknown' },
        ],
      ],
    ],
    'a cleanup step runs last, and has what all others set',
  )
})

/** The parts of actions in which a sensor replaces variables; `packages/browser/test/locate.test.ts` runs them. */
const replaced: Readonly<Record<string, readonly string[]>> = {
  open: [''],
  click: [''],
  double_click: [''],
  hover: [''],
  fill: ['selector', 'value'],
  select: ['selector', 'value'],
  wait_for: [''],
  wait_for_gone: [''],
  expect_text: [''],
  expect_no_text: [''],
  expect_element: [''],
  read: ['selector'],
  read_attribute: ['selector'],
}

test('a variable is replaced where a sensor replaces it, and in no other part of an action', () => {
  for (const [kind, inputs] of Object.entries(actionInputs))
    for (const part of Object.keys(inputs).filter((each) => each !== 'variable')) {
      const action = changeActionPart(createAction(kind as ActionKind), part, '{{nothing}}')
      const found = findUnsetReferences([{ name: 'Look', actions: [action] }], 'browser_steps', given)
      const reason = replaced[kind]?.includes(part) ? 'unknown' : 'literal'
      assert.deepEqual(found.get(0), [{ name: 'nothing', at: 0, reason }], `${kind} ${part}`)
    }
})

test('variables of requests have a value from the next step on', () => {
  const steps = [
    {
      url: '/{{session}}',
      headers: ['A: {{username}}', 'B: {{one_time_code}}'],
      extract: [{ variable: 'session', content_regex: 'a{{username}}' }],
    },
    {
      url: '/',
      assertions: [{ content_regex: '{{session}}' }],
      body: '{"a": "{{session}}", "b": "{{nothing}}", "c": "{{ NO }}"}',
    },
  ]
  assert.deepEqual(listStepVariables(steps, 'http_steps'), [{ name: 'session', step: 0 }])
  assert.deepEqual(Object.fromEntries(findUnsetReferences(steps, 'http_steps', given)), {
    0: [
      { name: 'session', at: 'url', reason: 'later', step: 0 },
      { name: 'one_time_code', at: 'headers', reason: 'unknown' },
      { name: 'username', at: 'extract', reason: 'literal' },
    ],
    1: [
      { name: 'nothing', at: 'body', reason: 'unknown' },
      { name: 'session', at: 'assertions', reason: 'literal' },
    ],
  })
})

test('where a variable is not replaced, the places are named where it would be', () => {
  const explain = (at: number | string) =>
    explainUnset({ name: 'order', at, reason: 'literal' }, stepTranslators.en).text
  assert.match(explain(0), /^\{\{order\}\} is not replaced here\. .*selectors/)
  assert.match(explain('assertions'), /^\{\{order\}\} is not replaced here\. .*request bodies/)
})

test('errors of the API are shown at the action or the field that they are about', () => {
  const fieldErrors = new Map([
    ['extended_settings.steps.1.name', ['Enter a name.']],
    ['extended_settings.steps.1.actions.2.fill.selector', ['Wrong format.']],
    ['extended_settings.steps.0.actions', ['Too few.']],
    ['extended_settings.steps', ['Required.']],
    ['extended_settings.timeout', ['Too large.']],
  ])
  assert.deepEqual(
    [...listStepErrors(fieldErrors, 'steps')],
    [
      [
        1,
        [
          { at: 'name', text: 'Enter a name.' },
          { at: 2, text: 'Wrong format.' },
        ],
      ],
      [0, [{ at: 'actions', text: 'Too few.' }]],
    ],
  )
})
