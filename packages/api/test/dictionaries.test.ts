import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels as allChannels } from '@wachta/channels'
import { errorTypeCategories, findCheckType } from '@wachta/checks'
import { languages, toZoneName } from '@wachta/domain'
import { allDictionaries } from '../src/features/dictionaries/all.ts'
import {
  type Dictionary,
  type DictionaryEntry,
  defineDictionary,
} from '../src/features/dictionaries/define-dictionary.ts'
import { timeZones } from '../src/features/dictionaries/time-zones.ts'

const collections: Readonly<Record<string, string>> = {
  artifact_types: 'artifact_type',
  contact_channels: 'contact_channel',
  error_type_categories: 'error_type_category',
  languages: 'language',
  metric_types: 'metric_type',
  notification_channels: 'notification_channel',
  notification_conditions: 'notification_condition',
  notification_modes: 'notification_mode',
  notification_reasons: 'notification_reason',
  recovery_notification_modes: 'recovery_notification_mode',
  report_attachment_types: 'report_attachment_type',
  report_sections: 'report_section',
  report_template_variables: 'report_template_variable',
  reporting_plans: 'reporting_plan',
  service_type_categories: 'service_type_category',
  template_variables: 'template_variable',
  time_zones: 'time_zone',
}

const channels = [
  'alerta',
  'email',
  'email_dedicated',
  'email_extended',
  'email_short',
  'email_simplified',
  'gadu_gadu',
  'hipchat',
  'jabber',
  'json_post',
  'ms_teams',
  'ms_teams_extended',
  'pagerduty',
  'push',
  'rocketchat',
  'signal',
  'slack',
  'sms',
  'telephone',
]

// Names that are the same in every language.
const properNames = new Set([
  'alerta',
  'discord',
  'email',
  'gadu_gadu',
  'hipchat',
  'jabber',
  'matrix',
  'mattermost',
  'ms_teams',
  'ntfy',
  'opsgenie',
  'pagerduty',
  'rocketchat',
  'signal',
  'slack',
  'sms',
  'telegram',
])
/** Channels that we added to those of the API; a package includes them only if it names them. */
const ownChannels = ['discord', 'telegram', 'mattermost', 'opsgenie', 'ntfy', 'matrix', 'webhook']
const releasedChannels = [...channels, ...ownChannels]

const ids = (collection: string) => find(collection).entries.map(({ id }) => id)

function find(collection: string): Dictionary {
  const found = allDictionaries.find((dictionary) => dictionary.collection === collection)
  assert.ok(found, collection)
  return found
}

function assertIncludes(collection: string, expected: readonly string[]): void {
  const present = new Set(ids(collection))
  assert.deepEqual(
    expected.filter((id) => !present.has(id)),
    [],
    collection,
  )
}

test('every dictionary is registered once, under its names', () => {
  assert.deepEqual(Object.fromEntries(allDictionaries.map(({ collection, name }) => [collection, name])), collections)
  assert.equal(allDictionaries.length, Object.keys(collections).length)
  for (const { collection, summary } of allDictionaries) assert.match(summary, /^[A-Z].*\.$/, collection)
})

test('ids are well-formed and unique', () => {
  for (const { collection, entries } of allDictionaries) {
    assert.ok(entries.length > 0, collection)
    assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length, collection)
    for (const { id } of entries) assert.match(id, /^[A-Za-z0-9_]{1,256}$/, collection)
  }
})

test('every text is there in both languages and translated', () => {
  for (const { collection, entries } of allDictionaries) {
    for (const { id, name, description } of entries) {
      const where = `${collection}.${id}`
      for (const language of languages) {
        assert.ok(name[language].trim().length > 0, where)
        assert.ok(description === null || description[language].trim().length > 0, where)
      }
      if (description) assert.notEqual(description.pl, description.en, where)
      const isProper = collection === 'time_zones' || (collection.endsWith('_channels') && properNames.has(id))
      // A newer channel is usually named after its product, in all languages.
      if (collection.endsWith('_channels') && !releasedChannels.includes(id)) continue
      assert.equal(name.pl === name.en, isProper, where)
    }
  }
})

test('names are unique within a dictionary', () => {
  for (const { collection, entries } of allDictionaries) {
    for (const language of languages) {
      assert.equal(new Set(entries.map(({ name }) => name[language])).size, entries.length, collection)
    }
  }
})

test('the values clients rely on are there', () => {
  assertIncludes('notification_channels', releasedChannels)
  assert.deepEqual(ids('notification_channels').toSorted(), allChannels.map(({ id }) => id).toSorted())
  assert.deepEqual(ids('contact_channels'), ids('notification_channels'))
  assert.deepEqual(ids('languages'), ['pl', 'en'])
  assert.deepEqual(ids('notification_conditions'), ['failure', 'recovery'])
  assert.deepEqual(ids('notification_modes'), ['default', 'off'])
  assertIncludes('recovery_notification_modes', ['default', 'after_30_seconds'])
  assertIncludes('artifact_types', ['content', 'har', 'screenshot', 'console_log', 'filmstrip', 'trace'])
  assertIncludes('reporting_plans', ['daily', 'weekly', 'monthly'])
  assertIncludes('service_type_categories', ['default'])
  assertIncludes('time_zones', ['europe_warsaw', 'utc'])
})

test('the screenshots of all steps of a browser scenario are one choice', () => {
  const ofSteps = find('artifact_types').entries.filter(({ id }) => id.startsWith('screenshot_step'))
  assert.deepEqual(
    ofSteps.map(({ name }) => name),
    [{ pl: 'Zrzuty ekranu kroków', en: 'Screenshots of steps' }],
  )
  assertIncludes('artifact_types', findCheckType('browser_scenario')?.artifactTypes ?? ['missing'])
})

test('languages are those we write texts in', () => {
  assert.deepEqual(ids('languages').toSorted(), languages.toSorted())
})

test('error type categories are those of the checks', () => {
  assert.deepEqual(
    ids('error_type_categories'),
    errorTypeCategories.map(({ id }) => id),
  )
})

test('discontinued channels say so', () => {
  for (const id of ['gadu_gadu', 'hipchat']) {
    const entry = find('notification_channels').entries.find((channel) => channel.id === id)
    assert.match(entry?.description?.pl ?? '', /wycofany/)
    assert.match(entry?.description?.en ?? '', /Discontinued/)
  }
})

test('every time zone id leads to a zone the platform knows', () => {
  for (const id of ids('time_zones')) new Intl.DateTimeFormat('en', { timeZone: toZoneName(id) ?? '?' })
  assert.equal(toZoneName('europe_warsaw'), 'Europe/Warsaw')
  assert.equal(toZoneName('utc'), 'UTC')
})

test('a renamed time zone keeps both ids and leads to the current name', () => {
  assert.equal(toZoneName('europe_kiev'), 'Europe/Kyiv')
  assert.equal(toZoneName('europe_kyiv'), 'Europe/Kyiv')
})

test('time zones are described by their present generic name', () => {
  const describe = (id: string) => timeZones.entries.find((zone) => zone.id === id)?.description
  assert.deepEqual(describe('europe_warsaw'), { pl: 'czas środkowoeuropejski', en: 'Central European Time' })
  assert.deepEqual(describe('europe_kyiv'), { pl: 'czas wschodnioeuropejski', en: 'Eastern European Time' })
  assert.deepEqual(describe('utc'), { pl: 'uniwersalny czas koordynowany', en: 'Coordinated Universal Time' })
})

test('a malformed or repeated id is refused, and a dictionary cannot be changed', () => {
  const entry = (id: string): DictionaryEntry => ({ id, name: { pl: 'tak', en: 'yes' }, description: null })
  const define = (...given: string[]) =>
    defineDictionary({ name: 'answer', collection: 'answers', summary: 'Answers.', entries: given.map(entry) })
  assert.throws(() => define('a-b'), /malformed id "a-b"/)
  assert.throws(() => define(''), /malformed id ""/)
  assert.throws(() => define('a'.repeat(257)), /malformed id/)
  assert.throws(() => define('yes', 'yes'), /duplicate id yes/)
  const defined = define('yes')
  assert.ok(Object.isFrozen(defined) && Object.isFrozen(defined.entries) && Object.isFrozen(defined.entries[0]))
})
