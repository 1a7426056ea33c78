import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { en } from '../src/app/registry/messages.en.ts'
import { pl } from '../src/app/registry/messages.pl.ts'
import { states } from '../src/features/services/state.ts'
import { shownSubscriberStates } from '../src/features/status-pages/subscriber-states.ts'
import { listOwnTexts, readOwnTexts } from './support/own-texts.ts'

/** Lists faults of two message files: keys in only one of them, texts that do not parse, and values missing in one. */
function fieldErrors(one: Record<string, string>, other: Record<string, string>): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].flatMap((key) => {
    const [text, translated] = [one[key], other[key]]
    if (text === undefined || translated === undefined) return [`${key} is missing`]
    if (text.trim() === '' || translated.trim() === '') return [`${key} says nothing`]
    try {
      const [asked, given] = [valuesIn(text, 'en'), valuesIn(translated, 'pl')]
      return asked === given ? [] : [`${key} takes {${asked}} and {${given}}`]
    } catch (error) {
      return [`${key} does not read: ${error}`]
    }
  })
}

/** The names of all values that a message uses, at any depth. */
function valuesIn(text: string, language: string): string {
  const ast = new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst()
  const names = new Set<string>()
  JSON.stringify(ast, (_key, value) => {
    // 0 is plain text and 7 the number sign of a plural.
    if (value && typeof value === 'object' && 'type' in value && value.type !== 0 && value.type !== 7)
      names.add(value.value)
    return value
  })
  return [...names].sort().join()
}

/** The messages of a language, including those that are loaded with a part of a screen. */
async function readAll(language: 'en' | 'pl', registered: Record<string, string>): Promise<Record<string, string>> {
  const folder = join(import.meta.dirname, '../src/features')
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    new RegExp(`^[^/]+/.+/messages\\.${language}\\.ts$`).test(file),
  )
  assert.ok(files.length > 0)
  const parts = await Promise.all(files.map((file) => import(join(folder, file))))
  const all = parts.flatMap((part) => Object.values<Record<string, string>>(part))
  const keys = [registered, ...all].flatMap((each) => Object.keys(each))
  assert.equal(keys.length, new Set(keys).size, 'no key stands in two places')
  return Object.assign({}, registered, ...all)
}

const [english, polish] = await Promise.all([readAll('en', en), readAll('pl', pl)])
const ownFiles = await listOwnTexts()
const own = await Promise.all(
  ownFiles.map(async (file) => ({
    file,
    english: await readOwnTexts(file, 'en'),
    polish: await readOwnTexts(file, 'pl'),
  })),
)

test('both languages say the same things, and every message reads', () => {
  assert.deepEqual(fieldErrors(english, polish), [])
  assert.ok(Object.keys(english).length > 150)
  for (const texts of own) assert.deepEqual(fieldErrors(texts.english, texts.polish), [], texts.file)
  assert.ok(own.length > 15)
})

test('what is missing, empty, broken or forgetful is found', () => {
  assert.deepEqual(fieldErrors({ a: 'x' }, {}), ['a is missing'])
  assert.deepEqual(fieldErrors({ a: 'x' }, { a: ' ' }), ['a says nothing'])
  assert.deepEqual(fieldErrors({ a: '{name}' }, { a: 'x' }), ['a takes {name} and {}'])
  assert.match(String(fieldErrors({ a: '{n, plural, one {x}' }, { a: 'x' })), /does not read/)
})

test('Polish has the forms that its numbers need', async () => {
  const t = createTranslate('pl', pl)
  const forms = [1, 2, 5, 22].map((count) => t('bulk.chosen', { count }))
  assert.deepEqual(forms, ['Zaznaczono 1 usługę', 'Zaznaczono 2 usługi', 'Zaznaczono 5 usług', 'Zaznaczono 22 usługi'])
  assert.equal(
    t('sentence.sensorsOf', { sentence: 'Awaria od 10:42', failing: 3, sensors: 5 }),
    'Awaria od 10:42 (3 z 5\u00a0sensorów)',
  )
  const listForms = (translate: (count: number) => string) => [1, 2, 5].map(translate)
  assert.deepEqual(
    states.map((state) => listForms((count) => t(`counters.${state}`, { count }))),
    [
      ['Awaria', 'Awarie', 'Awarii'],
      ['Stan nieznany', 'Stan nieznany', 'Stan nieznany'],
      ['Działa wolno', 'Działają wolno', 'Działa wolno'],
      ['Działa', 'Działają', 'Działa'],
      ['Wstrzymana', 'Wstrzymane', 'Wstrzymanych'],
    ],
  )
  const texts = createTranslate('pl', await readOwnTexts('status-pages/subscriber-texts.ts', 'pl'))
  assert.deepEqual(
    shownSubscriberStates.map((state) => listForms((count) => texts(`states.${state}`, { count }))),
    [
      ['Aktywny', 'Aktywni', 'Aktywnych'],
      ['Niepotwierdzony', 'Niepotwierdzeni', 'Niepotwierdzonych'],
      ['Adres nie działa', 'Adresy nie działają', 'Adresów nie działa'],
      ['Wypisany', 'Wypisani', 'Wypisanych'],
    ],
  )
  assert.deepEqual(
    listForms((count) => t('bulk.sensorsOfGroup', { count })),
    ['Użyj sensorów jej grupy', 'Użyj sensorów ich grup', 'Użyj sensorów ich grup'],
  )
})

test('Polish has the gender of what it is about', () => {
  const t = createTranslate('pl', pl)
  const list = (kind: string) => (['expired', 'later'] as const).map((urgency) => t(`expiries.${urgency}`, { kind }))
  assert.deepEqual(list('certificate'), ['Wygasł', 'Ważny'])
  assert.deepEqual(list('domain'), ['Wygasła', 'Ważna'])
})

test('every message is said somewhere, and nothing is said past the messages', async () => {
  const folder = join(import.meta.dirname, '../src')
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/messages\.(?:en|pl)\.ts$/.test(file) &&
      !ownFiles.some((each) => file.endsWith(`features/${each}`)),
  )
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const whole = texts.join('\n')
  const isSaid = (key: string) => {
    const stem = key.slice(0, key.lastIndexOf('.') + 1)
    return whole.includes(`'${key}'`) || (stem !== '' && whole.includes(`\`${stem}\${`))
  }
  assert.deepEqual(
    [english, ...own.map((texts) => texts.english)].flatMap((each) => Object.keys(each)).filter((key) => !isSaid(key)),
    [],
  )
  assert.equal(isSaid('no.such'), false)
  // Words directly between tags would exist in one language only.
  const spoken = texts.flatMap((text) => text.match(/>\s*[A-Z][a-z]{3,}[^<>{}=;()]*<\//g) ?? [])
  assert.deepEqual(
    spoken.filter((each) => !/Wachta/.test(each)),
    [],
  )
})
