import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSettings, findCheckType } from '@wachta/checks'
import { isShownFor } from '../src/features/services/scenario-source.ts'
import { readStepIndex } from '../src/features/services/setting-grouping.ts'
import { toSetting } from '../src/features/services/setting-values.ts'
import { actionKinds } from '../src/features/services/steps/action-model.ts'
import { assertionKinds, changeKind, extractionKinds } from '../src/features/services/steps/entry-kinds.ts'
import { createScenarioStep, moveItem, parseSteps, writeSteps } from '../src/features/services/steps/step-model.ts'

const steps = [
  {
    name: 'Sign in',
    method: 'POST',
    url: '/login',
    headers: ['Accept: application/json'],
    body: '{"user":"{{username}}"}',
    assertions: [{ status_codes: '200' }, { json: { path: '$.ok', value: 'true' } }, { maximum_response_time: 500 }],
    extract: [{ variable: 'session', header: 'X-Session' }],
  },
  { name: 'Read', url: '/me' },
]

test('steps are the same after they were read and written', () => {
  const text = JSON.stringify(steps, null, 2)
  const parsed = parseSteps(text, 'http_steps')
  assert.deepEqual(parsed, steps)
  assert.equal(writeSteps(parsed ?? []), text, 'a form that only shows them has no change')
  const browser = [
    { name: 'Shop', actions: [{ open: '/' }, { fill: { selector: '#q', value: 'tea' } }, { screenshot: true }] },
    { name: 'Tidy up', actions: [{ open: '/empty' }], cleanup: true },
  ]
  assert.deepEqual(parseSteps(JSON.stringify(browser), 'browser_steps'), browser)
  assert.deepEqual(parseSteps('', 'http_steps'), [])
  assert.equal(writeSteps([]), '', 'without a step the setting is not set')
  assert.equal(writeSteps([{ name: 'a', cleanup: false }]), writeSteps([{ name: 'a' }]))
})

test('what the editor of steps would not show is edited as JSON', () => {
  for (const text of [
    '[{]',
    '{}',
    '[1]',
    '[{"name":"a","url":"/","retries":3}]',
    '[{"name":"a","url":"/","assertions":[{"cookie":"x"}]}]',
    '[{"name":"a","url":"/","assertions":[{"status_codes":"200","content_regex":"x"}]}]',
    '[{"name":"a","url":"/","assertions":[{"header":{"name":"A"}}]}]',
    '[{"name":"a","url":"/","headers":[7]}]',
  ])
    assert.equal(parseSteps(text, 'http_steps'), null, text)
  assert.equal(parseSteps(JSON.stringify(steps), 'browser_steps'), null)
  assert.equal(parseSteps('[{"name":"a","actions":[{"screenshot":false}]}]', 'browser_steps'), null)
})

test('steps are moved within the list, and an entry changes its kind but not its variable', () => {
  assert.deepEqual(moveItem(['a', 'b', 'c'], 2, -1), ['a', 'c', 'b'])
  assert.deepEqual(moveItem(['a', 'b'], 0, -1), ['a', 'b'])
  assert.deepEqual(moveItem(['a', 'b'], 1, 1), ['a', 'b'])
  assert.deepEqual(changeKind({ variable: 'id', header: 'X' }, 'json_path', extractionKinds), {
    variable: 'id',
    json_path: '',
  })
  assert.deepEqual(changeKind({ status_codes: '200' }, 'header', assertionKinds), { header: { name: '', regex: '' } })
})

test('headers that were not filled in and empty fields are not sent', () => {
  const draft = writeSteps([{ name: 'a', url: '/', body: '', headers: [': ', 'A: b'], extract: [] }])
  const format = { key: 'steps', type: 'array', editor: 'http_steps' } as const
  assert.deepEqual(toSetting(format, draft), [{ name: 'a', url: '/', headers: ['A: b'] }])
})

test('errors of the API are assigned to their step', () => {
  assert.equal(readStepIndex('extended_settings.steps.3.url', 'steps'), 3)
  assert.equal(readStepIndex('extended_settings.steps', 'steps'), null)
})

test('the editor knows every property that a step of the check types can have', () => {
  const entryNames = {
    assertions: assertionKinds,
    extract: { variable: 'text', ...extractionKinds },
    actions: actionKinds,
  }
  for (const [id, kind] of [
    ['http_scenario', 'http_steps'],
    ['browser_scenario', 'browser_steps'],
  ] as const) {
    const type = findCheckType(id)
    assert.ok(type)
    assert.equal(describeSettings(type, 'en').find(({ key }) => key === 'steps')?.editor, kind)
    const { steps: setting } = type.settings
    assert.ok(setting)
    const { items } = setting.schema as unknown as { items: { properties: Properties } }
    for (const [name, { items: entry }] of Object.entries(items.properties)) {
      const known = name in entryNames ? Object.keys(entryNames[name as keyof typeof entryNames]) : []
      if (known.length > 0) assert.deepEqual(Object.keys(entry?.properties ?? {}).toSorted(), known.toSorted(), name)
      else assert.notEqual(parseSteps(JSON.stringify([{ [name]: samples[name] ?? '' }]), kind), null, name)
    }
    assert.notEqual(parseSteps(JSON.stringify([createScenarioStep(kind)]), kind), null)
  }
})

/** Values of fields that are not texts. */
const samples: Readonly<Record<string, unknown>> = { headers: [], cleanup: true }

type Properties = Readonly<Record<string, { readonly items?: { readonly properties?: object } }>>

test('settings that a script does not use are hidden, and its name stands in the place of the steps', () => {
  const shown = (id: string, source: 'steps' | 'script' | null) =>
    Object.keys(findCheckType(id)?.settings ?? {}).filter((key) => isShownFor(source, key))
  assert.deepEqual(shown('browser_scenario', 'script'), [
    ...['error_tolerance', 'sensors_failover', 'steps', 'timeout', 'username', 'password', 'token'],
    'one_time_code_secret',
  ])
  const all = Object.keys(findCheckType('browser_scenario')?.settings ?? {})
  assert.deepEqual(
    shown('browser_scenario', 'steps'),
    all.filter((key) => key !== 'script'),
  )
  assert.deepEqual(shown('http_scenario', null), Object.keys(findCheckType('http_scenario')?.settings ?? {}))
})
