import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import {
  actionGroups,
  actionInputs,
  changeActionKind,
  createAction,
} from '../src/features/services/steps/action-model.ts'
import { describeElement, summarizeAction, summarizeStep } from '../src/features/services/steps/step-summary.ts'
import { stepTranslators } from '../src/features/services/steps/step-texts.ts'
import { englishStepTexts } from '../src/features/services/steps/texts.en.ts'
import { polishStepTexts } from '../src/features/services/steps/texts.pl.ts'

test('both languages have the same texts with the same values, and each is used', async () => {
  const folder = join(import.meta.dirname, '../src/features/services')
  const files = (await readdir(folder, { recursive: true })).filter((file) => /(?<!texts\...)\.tsx?$/.test(file))
  const whole = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
  const valuesIn = (text: string, language: string) =>
    [...JSON.stringify(new IntlMessageFormat(text, language).getAst()).matchAll(/"type":[1-6],"value":"(\w+)"/g)]
      .map(([, name]) => name)
      .sort()
  assert.deepEqual(Object.keys(polishStepTexts), Object.keys(englishStepTexts))
  for (const [key, text] of Object.entries(englishStepTexts)) {
    const translated = polishStepTexts[key as keyof typeof englishStepTexts]
    assert.deepEqual(valuesIn(translated, 'pl'), valuesIn(text, 'en'), key)
    const stem = key.slice(0, key.lastIndexOf('.') + 1)
    assert.ok(whole.includes(`'${key}'`) || (stem !== '' && whole.includes(`\`${stem}\${`)), `${key} is not used`)
  }
})

test('an action is said in words', () => {
  const say = (action: object) => [
    summarizeAction(action as never, stepTranslators.en),
    summarizeAction(action as never, stepTranslators.pl),
  ]
  assert.deepEqual(say({ click: 'role=button[name="Log in"]' }), [
    'Click button “Log in”',
    'Kliknij: przycisk „Log in”',
  ])
  assert.deepEqual(say({ fill: { selector: 'label=E-mail', value: '{{username}}' } }), [
    'Enter {{username}} in field “E-mail”',
    'Wpisz {{username}}: pole „E-mail”',
  ])
  assert.deepEqual(say({ read_attribute: { selector: '#a', attribute: 'href', variable: 'link' } }), [
    'Read {{link}} from href of #a',
    'Odczytaj {{link}} z atrybutu href: #a',
  ])
  assert.deepEqual(say({ screenshot: true }), ['Take a screenshot', 'Zrób zrzut ekranu'])
})

test('an element is described by what people see of it', () => {
  const texts = (selector: string) => describeElement(selector, stepTranslators.en)
  assert.equal(texts('frame=#pay >> placeholder=Card'), 'field “Card” in a frame')
  assert.equal(texts('role=treegrid[name="Files"]'), 'treegrid “Files”')
  assert.equal(texts('role=button'), 'button')
  assert.equal(texts('label='), 'an element')
  assert.equal(texts('#a >> #b'), '#a >> #b', 'what cannot be read stays as it was typed')
})

test('a step is said in one line', () => {
  const http = { url: '/login', method: 'POST', assertions: [{ status_codes: '200' }], extract: [{ variable: 'id' }] }
  assert.equal(summarizeStep(http, 'http_steps', stepTranslators.en), 'POST /login · 1 assertion · sets {{id}}')
  const actions = [{ open: '/' }, { press: 'Enter' }]
  assert.equal(summarizeStep({ actions }, 'browser_steps', stepTranslators.en), 'Open / · Press Enter')
  assert.equal(summarizeStep({ actions: [] }, 'browser_steps', stepTranslators.en), 'No actions')
})

test('every action is offered once, and what was entered stays when its kind changes', () => {
  assert.deepEqual(Object.values(actionGroups).flat().toSorted(), Object.keys(actionInputs).toSorted())
  const fill = { fill: { selector: 'label=Date', value: 'Saturday' } }
  assert.deepEqual(changeActionKind(fill, 'select'), { select: { selector: 'label=Date', value: 'Saturday' } })
  assert.deepEqual(changeActionKind(fill, 'click'), { click: 'label=Date' })
  assert.deepEqual(changeActionKind(createAction('click'), 'fill'), { fill: { selector: 'label=', value: '' } })
  assert.deepEqual(changeActionKind(fill, 'screenshot'), { screenshot: true })
  assert.deepEqual(changeActionKind({ open: '/cart' }, 'press'), { press: 'Enter' })
})
