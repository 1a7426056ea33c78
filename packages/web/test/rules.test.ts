import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '@wachta/client'
import { eventKinds } from '@wachta/events'
import { kindSettings, kinds } from '../src/features/alert-rules/kinds.ts'
import { findFieldErrors, toRule, toRuleValues, toSettingDrafts } from '../src/features/alert-rules/rule-values.ts'

test('the form knows every kind of event and its settings as the interface takes them', () => {
  assert.deepEqual([...kinds].sort(), eventKinds.map(({ id }) => id).sort())
  for (const { id, settings } of eventKinds) {
    const { properties = {} } = settings as { properties?: Record<string, Record<string, unknown>> }
    const taken = Object.entries(properties).map(([key, { type, default: preset, minimum, maximum, enum: of }]) => [
      key,
      { type, default: preset, minimum: minimum ?? null, maximum: maximum ?? null, enum: of ?? null },
    ])
    assert.deepEqual(kindSettings[id as Event['kind']], Object.fromEntries(taken), id)
  }
})

const rule: Event = {
  id: 5,
  owner_id: 1,
  name: 'Slow',
  description: '',
  is_active: false,
  kind: 'performance',
  settings: { response_time: 800, measure: 'median', minutes: 10 },
  scope: { all_services: false, group_ids: [3], service_ids: [1, 2] },
  start_delay: 90,
  end_delay: 0,
  condition_event_ids: [4],
  external_id: null,
}

test('a rule goes through its form unchanged', () => {
  const { id: _, owner_id: __, kind: ___, external_id: ____, ...sent } = rule
  assert.deepEqual(toRule(toRuleValues(rule)), sent)
})

test('a new rule is about every failure; an emptied setting goes back to its default', () => {
  const values = toRuleValues(null)
  assert.deepEqual(toRule({ ...values, name: ' Down ' }), {
    name: 'Down',
    description: '',
    is_active: true,
    settings: {},
    scope: { all_services: true },
    start_delay: 0,
    end_delay: 0,
    condition_event_ids: [],
  })
  assert.deepEqual(toSettingDrafts('certificate_expiry', {}), { days: '14' })
  const emptied = toRule({ ...values, kind: 'certificate_expiry', settings: { days: ' ' } })
  assert.deepEqual(emptied.settings, { days: 14 })
  assert.equal(toRule({ ...values, startDelay: null }).start_delay, -1, 'what is no number is left to be refused')
})

test('fieldErrors of entries are told at the list they are in', () => {
  const fieldErrors = new Map([
    ['scope.group_ids.0', ['Unknown.']],
    ['scope.group_ids.1', ['Unknown.']],
    ['scope.group_idsx', ['No.']],
  ])
  assert.deepEqual(findFieldErrors(fieldErrors, 'scope.group_ids'), ['Unknown.'])
})
