import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Channel, channels, renderMessage, sampleValues, splitIntoSegments } from '@wachta/channels'
import { escapeCharacters } from '../src/escape.ts'
import { countSeptets } from '../src/gsm7.ts'
import { toPlainText } from '../src/plain-text.ts'
import { naughtyStrings } from './fixtures/naughty-strings.ts'

const injections = JSON.parse(
  readFileSync(new URL('./fixtures/template-injections.json', import.meta.url), 'utf8'),
) as readonly string[]

const values = sampleValues.en
const written = (value: string, channel: Channel) => [...escapeCharacters(value, channel.escape)].join('')
const unbounded = (channel: Channel): Channel => ({ ...channel, maxText: Number.MAX_SAFE_INTEGER })

/** The start and end messages of a channel, with some variables changed. */
function texts(channel: Channel, more: Readonly<Record<string, string>>) {
  const { start_subject, start_template, end_subject, end_template } = channel.templates.en
  const all = { ...values, ...more }
  return [
    renderMessage(channel, { subject: start_subject, text: start_template }, all),
    renderMessage(channel, { subject: end_subject, text: end_template }, all),
  ]
}

test('the corpora are as large as they are said to be', () => {
  assert.ok(new Set(injections).size >= 107, `${new Set(injections).size} injections`)
  assert.equal(new Set(injections).size, injections.length)
  assert.ok(naughtyStrings.length >= 515, `${naughtyStrings.length} naughty strings`)
})

test('an injection in a value stays text, in every channel, in subjects and texts, at the start and at the end', () => {
  for (const channel of channels.map(unbounded)) {
    for (const injection of injections) {
      const literal = written(injection, channel)
      for (const { subject, text } of texts(channel, { service_name: injection })) {
        // A push message has the name only in its subject.
        if (channel.id !== 'push') assert.ok(text.includes(literal), `${channel.id} ${injection}: ${text}`)
        const plain = written(injection, { ...channel, escape: 'plain' }).trim()
        if (channel.hasSubject) assert.ok(subject.includes(plain), `${channel.id} ${injection}: ${subject}`)
      }
    }
  }
})

test('an injection in a template is text or a gap: nothing is looked up, walked to or worked out', () => {
  const marker = 'Marker value'
  for (const channel of channels.map(unbounded)) {
    for (const injection of injections) {
      const { subject, text } = renderMessage(
        channel,
        { subject: `[${injection}]`, text: `[${injection}]` },
        { service_name: marker },
      )
      for (const result of channel.hasSubject ? [subject, text] : [text]) {
        assert.equal(evaluated(result, injection, marker), false, `${channel.id} ${injection}: ${result}`)
      }
    }
  }
})

test('a default text omits the lines without values, and a custom text keeps them', () => {
  const find = (id: string) => {
    const channel = channels.find((one) => one.id === id)
    assert.ok(channel, id)
    return channel
  }
  const warning = { ...values, analysis_link: '', analysis_id: '', error_message: '' }
  const sensor = { ...warning, group_name: '', service_address: '', service_type: '', service_link: '' }
  const render = (id: string, given: Record<string, string>, isDefaultText = true) => {
    const channel = find(id)
    return renderMessage(channel, { subject: '', text: channel.templates.en.start_template, isDefaultText }, given).text
  }
  const full = render('email_extended', values, false)
  assert.equal(render('email_extended', values), full)
  const mail = render('email_extended', warning)
  assert.doesNotMatch(mail, /analysis|Error message|href=""|<br>\s*<\/p>|\n\n/i)
  assert.match(mail, /View service<\/a><\/p>$/)
  assert.match(render('email_extended', sensor), /Acknowledge<\/a><\/p>$/)
  assert.match(toPlainText(render('email', sensor)), /\.\n\nLikely cause: .*\nNext steps: .*\n\nAcknowledge: \S+$/)
  assert.match(toPlainText(render('email', { ...sensor, acknowledge_link: '' })), /\nNext steps: [^\n]+$/)
  assert.match(render('slack', warning), /\|Acknowledge>\n<[^|]+\|View service>$/)
  assert.match(render('ms_teams', warning), /\[Acknowledge\]\(\S+\)\n\n\[View service\]\(\S+\)$/)
  assert.match(render('email_dedicated', sensor), /\nservice_address: \n/)
  assert.equal((JSON.parse(render('webhook', sensor)) as Record<string, string>)['analysis_link'], '')
  assert.match(render('slack', warning, false), /<\|View analysis>/)
})

test('the same corpus catches an engine that walks and works out', () => {
  const walk = (injection: string) =>
    injection.replaceAll(/\{\{(.*?)\}\}/gs, (_, path: string) => {
      if (/^[\s\d*']+$/.test(path)) return '49'
      return String(
        path
          .trim()
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], { service_name: 'x' }) ??
          '',
      )
    })
  assert.ok(injections.filter((injection) => evaluated(walk(injection), injection, 'x')).length > 10)
})

/** Whether a text contains anything that is neither in the template nor in the value. */
function evaluated(result: string, template: string, value: string): boolean {
  const rest = result.replaceAll(value, '').replaceAll(/\s/g, '')
  const source = [...template.replaceAll(/\s/g, '')]
  let at = 0
  // The rest must be a subsequence of the template.
  for (const character of rest.replace(/^\[/, '').replace(/\]$/, '')) {
    const found = source.indexOf(character, at)
    if (found < 0) return true
    at = found + 1
  }
  return false
}

test('no naughty string breaks a subject, a JSON body or the size of a message', () => {
  for (const channel of channels) {
    for (const value of naughtyStrings) {
      const everywhere = Object.fromEntries(Object.keys(values).map((name) => [name, value]))
      for (const { subject, text } of texts(channel, everywhere)) {
        const name = `${channel.id} ${JSON.stringify(value.slice(0, 40))}`
        assert.ok(isOneLine(subject), name)
        assert.ok(subject.length <= 1_000, name)
        assert.ok(subject.isWellFormed() && text.isWellFormed(), name)
        assert.ok(text.length <= channel.maxText, name)
        assert.doesNotMatch(text, channel.escape === 'json' ? /\0/ : /[\0\u202a-\u202e\u2066-\u2069]/, name)
        if (channel.escape === 'json') assert.doesNotThrow(() => JSON.parse(text), name)
      }
    }
  }
})

test('what stands in a template instead of a value breaks no subject either', () => {
  for (const channel of channels.filter(({ hasSubject }) => hasSubject)) {
    for (const naughty of naughtyStrings) {
      const { subject } = renderMessage(channel, { subject: `a${naughty}b`, text: '' }, values)
      assert.ok(isOneLine(subject) && subject.length <= 1_000, JSON.stringify(naughty.slice(0, 40)))
    }
  }
  // Control: some of the strings do contain a line break.
  assert.ok(!naughtyStrings.every(isOneLine))
})

const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text)

/** The tags of an HTML text, in order. */
const tags = (text: string) => (text.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/href="[^"]*"/, 'href')).join('')

test('values add no tag to HTML', () => {
  for (const channel of channels.filter((one) => one.escape === 'html')) {
    const usual = texts(unbounded(channel), {}).map(({ text }) => tags(text))
    for (const value of naughtyStrings) {
      const found = texts(unbounded(channel), { service_name: value, error_message: value, analysis_link: value })
      assert.deepEqual(
        found.map(({ text }) => tags(text)),
        usual,
        JSON.stringify(value.slice(0, 40)),
      )
    }
    const careless = channel.templates.en.start_template.replaceAll('{{service_name}}', '<b>')
    assert.notEqual(tags(careless), tags(channel.templates.en.start_template))
  }
})

test('a note stands behind both texts, in the language of the channel, and both make room for it', () => {
  const note = { subject: 'unstable', text: 'It goes up & down.' }
  const template = { subject: '{{service_name}}', text: '{{service_name}}' }
  const with_ = (id: string, service_name: string) => {
    const channel = channels.find((one) => one.id === id)
    assert.ok(channel)
    return { channel, ...renderMessage(channel, { ...template, note }, { service_name }) }
  }
  assert.deepEqual(with_('email', 'Shop').subject, 'Shop (unstable)')
  assert.equal(with_('email', 'Shop').text, 'Shop\n<p>It goes up &amp; down.</p>')
  assert.equal(with_('slack', 'Shop').text, 'Shop\n\nIt goes up &amp; down.')
  assert.equal(with_('slack', 'Shop').subject, '')
  assert.equal(with_('webhook', 'Shop').text, 'Shop')
  for (const { id } of channels) {
    const { channel, subject, text } = with_(id, 'x'.repeat(200_000))
    assert.ok(text.length <= channel.maxText && subject.length <= 1_000, id)
    if (channel.escape !== 'json') assert.match(text, /down\.(<\/p>)?$/, id)
    if (channel.hasSubject) assert.match(subject, / \(unstable\)$/, id)
  }
})

test('segments are counted as networks do', () => {
  assert.deepEqual(
    [0, 1, 160, 161, 306, 307, 459, 460].map((length) => splitIntoSegments('a'.repeat(length)).parts.length),
    [1, 1, 1, 2, 2, 3, 3, 4],
  )
  assert.deepEqual(
    [70, 71, 134, 135].map((length) => splitIntoSegments('ż'.repeat(length)).parts.length),
    [1, 2, 2, 3],
  )
  // These take two septets each, and are never split.
  assert.deepEqual(
    [80, 81, 152, 153].map((length) => splitIntoSegments('€'.repeat(length)).parts.length),
    [1, 2, 2, 3],
  )
  assert.equal(countSeptets('€'.repeat(153)), 306)
  assert.deepEqual(
    [35, 36, 66, 67].map((length) => splitIntoSegments('😀'.repeat(length)).parts.length),
    [1, 2, 2, 3],
  )
})
