import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listStepFaults } from '../src/features/services/steps/step-problems.ts'
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
          { name: 'username', at: 5, reason: 'literal' },
        ],
      ],
    ],
    'a cleanup step runs last, and has what all others set',
  )
})

test('variables of requests have a value from the next step on', () => {
  const steps = [
    {
      url: '/{{session}}',
      headers: ['A: {{username}}', 'B: {{one_time_code}}'],
      extract: [{ variable: 'session', header: 'X' }],
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
    ],
    1: [
      { name: 'nothing', at: 'body', reason: 'unknown' },
      { name: 'session', at: 'assertions', reason: 'literal' },
    ],
  })
})

test('errors of the API are shown at the action or the field that they are about', () => {
  const faults = new Map([
    ['extended_settings.steps.1.name', ['Enter a name.']],
    ['extended_settings.steps.1.actions.2.fill.selector', ['Wrong format.']],
    ['extended_settings.steps.0.actions', ['Too few.']],
    ['extended_settings.steps', ['Required.']],
    ['extended_settings.timeout', ['Too large.']],
  ])
  assert.deepEqual(
    [...listStepFaults(faults, 'steps')],
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
