import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFormats } from '../src/app/i18n/formats.ts'
import { compareFields, getAuditKind } from '../src/features/audit/changes.ts'
import { getResourceText } from '../src/features/audit/resource-text.ts'
import { describeEntry } from '../src/features/audit/sentence.ts'
import { englishSentences, type SentenceKey } from '../src/features/audit/sentences.en.ts'
import { polishSentences } from '../src/features/audit/sentences.pl.ts'
import { sentences } from '../src/features/audit/sentences.ts'
import type { AuditState } from '../src/features/audit/subject.ts'
import { auditVerbs } from '../src/features/audit/verbs.ts'
import { formatInGroupsOfFour } from '../src/features/authentication/grouped.ts'
import { splitLines } from '../src/features/authentication/lines.ts'

test('an entry tells what kind of change it is', () => {
  assert.equal(getAuditKind(null, { id: 1, name: 'x' }), 'added')
  assert.equal(getAuditKind(null, { two_factor: 'on' }), 'changed')
  assert.equal(getAuditKind({ name: 'x' }, null), 'removed')
  assert.equal(getAuditKind({ name: 'x' }, { name: 'y' }), 'changed')
  assert.equal(getAuditKind(null, null), 'done')
})

test('changes are told field by field, and what did not change is not told', () => {
  assert.deepEqual(compareFields({ b: 1, a: 'x', same: [1] }, { b: null, a: 'y', same: [1], c: { d: true } }), [
    { field: 'a', before: 'x', after: 'y' },
    { field: 'b', before: '1', after: 'null' },
    { field: 'c', before: undefined, after: '{"d":true}' },
  ])
  assert.deepEqual(compareFields(null, null), [])
  assert.deepEqual(compareFields(JSON.parse('{"__proto__": 1}'), null), [
    { field: '__proto__', before: '1', after: undefined },
  ])
})

test('resources have the words of the screens; unknown ones keep their own', () => {
  assert.equal(getResourceText('event', sentences.en), 'alert rule')
  assert.equal(getResourceText('event', sentences.pl), 'regułę alertu')
  assert.equal(getResourceText('branding', sentences.en), 'branding')
  assert.equal(getResourceText('branding', sentences.pl), 'wygląd dokumentów')
  assert.equal(getResourceText('user_setting', sentences.en), 'user_setting')
})

const names = new Map([
  ['service/7', 'Shop'],
  ['incident/9', 'Shop'],
  ['group/1', 'Web'],
  ['group/2', 'Mail'],
])

function sentence(language: 'en' | 'pl', entry: Partial<AuditState>): string {
  const whole = {
    operation: 'update_service',
    resource: 'service',
    object_id: '7',
    before: null,
    after: null,
    ...entry,
  }
  const { parts, objectName } = describeEntry(whole, {
    t: sentences[language],
    formats: createFormats(language, 'UTC'),
    names,
  })
  return parts
    .map((part) => (part.kind === 'text' ? part.text : part.kind === 'actor' ? 'Piotr' : `[${objectName}]`))
    .join('')
}

test('an entry is a sentence with the name of its object, in both languages', () => {
  const interval = { before: { interval: 60 }, after: { interval: 30 } }
  assert.equal(sentence('en', interval), 'Piotr changed the interval of [Shop] from 1 min to 30 sec')
  assert.equal(sentence('pl', interval), 'Piotr zmienił(a) interwał usługi [Shop] z 1 min na 30 sek.')
  const acknowledged = { operation: 'disable_event_status', resource: 'event_status', object_id: '7/12' }
  assert.equal(sentence('en', acknowledged), 'Piotr acknowledged [Shop]')
  assert.equal(sentence('pl', acknowledged), 'Piotr potwierdził(a) incydent: [Shop]')
  const taken = { before: { acknowledged_at: null }, after: { acknowledged_at: '2026-11-15T12:00:00Z' } }
  const incident = { resource: 'incident', object_id: '9', ...taken }
  assert.equal(sentence('en', { ...incident, operation: 'acknowledge_incident' }), 'Piotr acknowledged [Shop]')
  assert.equal(sentence('en', { ...incident, operation: 'bulk_acknowledge_incidents' }), 'Piotr acknowledged [Shop]')
  const undone = { ...incident, operation: 'unacknowledge_incident' }
  assert.equal(sentence('en', undone), 'Piotr undid the acknowledgement of [Shop]')
  assert.equal(sentence('pl', undone), 'Piotr wycofał(a) potwierdzenie incydentu: [Shop]')
  const tool = { operation: 'call_tool', resource: 'tool', object_id: 'list_down', before: null, after: null }
  assert.equal(sentence('en', tool), 'Piotr used the assistant tool list_down')
  assert.equal(sentence('pl', tool), 'Piotr użył(a) narzędzia asystenta list_down')
  const key = {
    operation: 'create_api_key',
    resource: 'api_key',
    object_id: '5',
    after: { name: 'CI', prefix: 'wak_' },
  }
  assert.equal(sentence('en', key), 'Piotr created API key [CI]', 'its id is not recorded')
  const paused = { before: { is_active: true }, after: { is_active: false } }
  assert.equal(sentence('en', paused), 'Piotr paused service [Shop]')
  assert.equal(sentence('en', { ...paused, resource: 'event', object_id: '4' }), 'Piotr disabled alert rule')
  const moved = { before: { group_id: 1 }, after: { group_id: 2 } }
  assert.equal(sentence('en', moved), 'Piotr changed the group of [Shop] from Web to Mail')
  const renamed = { before: { name: 'Store' }, after: { name: 'Shop' } }
  assert.equal(sentence('en', renamed), 'Piotr renamed service Store to [Shop]')
  const renamedBefore = { before: { name: 'Stall' }, after: { name: 'Store' } }
  assert.equal(sentence('en', renamedBefore), 'Piotr renamed service Stall to [Store]', 'not to the name it has now')
})

test('what belongs to an object is told with it, and long values are left to the details', () => {
  const window = {
    operation: 'create_suspension',
    resource: 'suspension',
    object_id: '3',
    after: { id: 3, service_id: 7 },
  }
  assert.equal(sentence('en', window), 'Piotr created maintenance window for [Shop]')
  assert.equal(sentence('pl', window), 'Piotr utworzył(a) okno serwisowe: [Shop]')
  const check = { operation: 'force_analysis', resource: 'forced_analysis', object_id: '261115094200000' }
  const checked = { ...check, after: { service_id: 7, is_custom: false } }
  assert.equal(sentence('en', checked), 'Piotr started a manual check of [Shop]')
  assert.equal(sentence('pl', checked), 'Piotr uruchomił(a) sprawdzenie na żądanie: [Shop]')
  const scheduled = { ...checked, operation: 'schedule_custom_analysis' }
  assert.equal(sentence('en', scheduled), 'Piotr started a manual check of [Shop]')
  const fieldIds = { before: { description: 'a', interval: 60 }, after: { description: 'b', interval: 30 } }
  assert.equal(sentence('en', fieldIds), 'Piotr changed the description and interval of [Shop]')
  const many = { before: { interval: 60, unheard: 1 }, after: { interval: 30, unheard: 2 } }
  assert.equal(sentence('en', many), 'Piotr changed 2 settings of [Shop]')
})

test('deleted objects and unknown resources and operations have a sentence too, without ids', () => {
  const interval = { object_id: '9000', before: { interval: 60 }, after: { interval: 30 } }
  assert.equal(sentence('en', interval), 'Piotr changed the interval of a deleted service from 1 min to 30 sec')
  assert.equal(sentence('pl', interval), 'Piotr zmienił(a) interwał usuniętej usługi z 1 min na 30 sek.')
  const gone = { operation: 'delete_service', object_id: '9001', before: { id: 9001, name: 'Old' } }
  assert.equal(sentence('en', gone), 'Piotr deleted service [Old]')
  const unknown = { operation: 'paint', resource: 'fence', object_id: '1/2' }
  assert.equal(sentence('en', unknown), 'Piotr ran paint: fence')
  assert.equal(sentence('en', { ...unknown, after: { id: 5 } }), 'Piotr created fence')
  assert.equal(sentence('en', { resource: 'constructor', operation: 'toString' }), 'Piotr ran toString: constructor')
})

test('every verb has a sentence, and both languages take the same values', () => {
  for (const verb of auditVerbs) assert.ok(Object.hasOwn(englishSentences, `text.${verb}`), verb)
  const values = (text: string) => [...new Set(text.match(/\{\w+(?=[,}])/g))].toSorted()
  const keys = Object.keys(englishSentences) as SentenceKey[]
  for (const key of keys) assert.deepEqual(values(englishSentences[key]), values(polishSentences[key]), key)
  assert.ok(keys.length > 100)
})

test('lists are read line by line, keys are read out by fours', () => {
  assert.deepEqual(splitLines(' 192.0.2.1\n\n2001:db8::/32, 10.0.0.0/8 ;'), [
    '192.0.2.1',
    '2001:db8::/32',
    '10.0.0.0/8',
  ])
  assert.equal(formatInGroupsOfFour('ABCDEFGHIJ'), 'ABCD EFGH IJ')
  assert.equal(formatInGroupsOfFour(''), '')
})
