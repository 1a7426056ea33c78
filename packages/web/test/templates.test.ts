import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '@wachta/channels'
import { changeArtifactTypes, hasAttachments } from '../src/features/templates/artifact-types.ts'
import { insertVariable, isHtml, replaceDefaultTexts, toReadableText } from '../src/features/templates/texts.ts'

test('a variable is put where the caret is, or in the place of what is chosen', () => {
  assert.deepEqual(insertVariable('Problem: .', { start: 9, end: 9 }, 'service_name'), {
    text: 'Problem: {{service_name}}.',
    caret: 25,
  })
  assert.deepEqual(insertVariable('Problem: it.', { start: 9, end: 11 }, 'a'), { text: 'Problem: {{a}}.', caret: 14 })
  assert.deepEqual(insertVariable('', { start: 0, end: 0 }, 'a'), { text: '{{a}}', caret: 5 })
})

test('for another channel what was written stays, and the rest is given anew', () => {
  const sms = { start_subject: '', start_template: 'PROBLEM', end_subject: '', end_template: 'OK' }
  const email = { start_subject: 'S', start_template: '<p>Problem</p>', end_subject: 'E', end_template: '<p>OK</p>' }
  const values = { ...sms, end_template: 'Works again', name: 'Mine' }
  assert.deepEqual(replaceDefaultTexts(values, sms, email), { ...email, end_template: 'Works again', name: 'Mine' })
  assert.equal(replaceDefaultTexts(values, undefined, email), values, 'nothing is known of what it was')
})

test('a letter in HTML is read as its reader does', () => {
  const html =
    '<html><head><style>p { color: red }</style></head><body><p>Shop &amp; mail: &#322;&#x105;ka</p><ul><li>one</li><li>two</li></ul>' +
    '<table><tr><td>Since</td><td>10:42</td></tr></table><a href="https://example.com">Details</a><br>End &lt;b&gt;</body></html>'
  assert.equal(toReadableText(html), 'Shop & mail: łąka\n\n– one\n\n– two\n\nSince 10:42\n\nDetails\nEnd <b>')
  assert.ok(isHtml(html))
  assert.equal(isHtml('a < b and c > d'), false)
  assert.equal(toReadableText('&nonsense; &#0;'), '&nonsense; &#0;', 'what is no character stays')
})

test('attachments are offered for the channels that can carry them, and stay in their order', () => {
  for (const { id, hasAttachments: can } of channels) assert.equal(hasAttachments(id), can, id)
  assert.deepEqual(changeArtifactTypes(['har', 'content'], new Set(['screenshot', 'content', 'har'])), [
    'har',
    'content',
    'screenshot',
  ])
  assert.deepEqual(changeArtifactTypes(['har', 'content'], new Set(['content'])), ['content'])
})
