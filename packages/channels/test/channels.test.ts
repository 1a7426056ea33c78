import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, type ChannelTemplate, channel, channels, sampleValues, standardChannels } from '@wachta/channels'
import { languages } from '@wachta/domain'
import { contractFaults, variables } from './contract.ts'

const standard = [
  ...[
    'alerta',
    'email',
    'email_dedicated',
    'email_extended',
    'email_short',
    'email_simplified',
    'gadu_gadu',
    'hipchat',
  ],
  ...['jabber', 'json_post', 'ms_teams', 'ms_teams_extended', 'pagerduty', 'push', 'rocketchat', 'signal', 'slack'],
  ...['sms', 'telephone'],
]
const ours = ['discord', 'matrix', 'mattermost', 'ntfy', 'opsgenie', 'telegram', 'webhook']

for (const each of channels) {
  test(`${each.id} keeps the contract of a channel`, () => {
    assert.deepEqual(contractFaults(each), [])
  })
}

test('the nineteen of the interface are the standard, ours stand beside them before newer ones', () => {
  assert.deepEqual(
    standardChannels.map(({ id }) => id),
    standard,
  )
  assert.deepEqual(channels.map(({ id }) => id).slice(0, standard.length + ours.length), [...standard, ...ours])
})

test('a channel is found by its own id and by no other', () => {
  for (const each of channels) assert.equal(channel(each.id), each)
  for (const id of ['', 'fax', 'constructor', '__proto__', 'SMS']) assert.equal(channel(id), undefined)
})

test('what is discontinued, what is a number and what takes attachments', () => {
  const those = (is: (channel: Channel) => boolean) => channels.filter(is).map(({ id }) => id)
  assert.deepEqual(
    those(({ isDiscontinued }) => isDiscontinued),
    ['gadu_gadu', 'hipchat'],
  )
  assert.deepEqual(
    those(({ isPhoneNumber }) => isPhoneNumber),
    ['sms', 'telephone'],
  )
  assert.deepEqual(
    those(({ hasAttachments }) => hasAttachments),
    ['email', 'email_dedicated', 'email_extended'],
  )
})

test('no channel of the e-mail family differs in what it takes for an address', () => {
  const family = channels.filter(({ id }) => id.startsWith('email'))
  assert.equal(family.length, 5)
  for (const each of family) assert.equal(each.address, known('email').address)
})

test('addresses are judged in time that grows no faster than they do', () => {
  const hostile = [
    ...['a', '1', '.', '@', '1 ', 'a.', 'a@', '/', 'https://a.', '+', '-', '!a:', '#', ':'].map((part) =>
      part.repeat(400),
    ),
    `${'a.'.repeat(200)}@${'b.'.repeat(200)}`,
  ].map((address) => address.slice(0, 511))
  const started = performance.now()
  for (const each of channels) for (const address of hostile) each.address.findProblem(address)
  assert.ok(performance.now() - started < 1_000)
})

test('the sample has a value for every variable, in both languages, and for nothing else', () => {
  for (const language of languages) {
    const values = sampleValues[language]
    assert.deepEqual(new Set(Object.keys(values)), variables)
    for (const [variable, value] of Object.entries(values)) assert.ok(value.trim() !== '', `${language} ${variable}`)
  }
})

test('the contract sees an unknown variable', () => {
  const faults = contractFaults(withTemplate('slack', { start_template: '{{service_name}} {{colour}}' }))
  assert.deepEqual(faults, ['slack: pl start_template: unknown_variable colour'])
})

test('the contract sees a missing language', () => {
  const { en } = known('slack').templates
  // The type checker would reject this; a file that is not type-checked could contain it.
  const broken: Channel = { ...known('slack'), templates: { en } as Channel['templates'] }
  assert.deepEqual(contractFaults(broken), ['slack: no templates in pl'])
  const unnamed: Channel = { ...known('slack'), name: { pl: '', en: 'Slack' } }
  assert.deepEqual(contractFaults(unnamed), ['slack: name in pl'])
})

test('the contract sees an SMS that is too long or leaves the alphabet', () => {
  const text = known('sms').templates.pl.start_template
  const [tooLong] = contractFaults(withTemplate('sms', { start_template: `${text}${'.'.repeat(30)}` }))
  assert.match(tooLong ?? '', /^sms: pl start_template: \d+ characters are more than one SMS$/)
  const accented = contractFaults(withTemplate('sms', { start_template: text.replace('Potwierdz', 'Potwierdź') }))
  assert.deepEqual(accented, ['sms: pl start_template: outside the alphabet of one SMS'])
})

test('the contract sees the other broken promises too', () => {
  const faultOf = (broken: Channel) => contractFaults(broken).join('\n')
  assert.match(faultOf(withTemplate('slack', { start_subject: 'Hello' })), /start_subject: there or not there/)
  assert.match(faultOf(withTemplate('email', { end_subject: '' })), /end_subject: there or not there/)
  assert.match(faultOf(withTemplate('slack', { artifact_type_ids: ['har'] })), /cannot attach/)
  assert.match(faultOf(withTemplate('email', { artifact_type_ids: ['fingerprint'] })), /unknown artifact fingerprint/)
  assert.match(faultOf(withTemplate('webhook', { end_template: '{"a": {{service_name}}}' })), /no JSON/)
  assert.match(faultOf(withTemplate('slack', { end_template: 'It works.' })), /does not name the service/)
  assert.match(faultOf({ ...known('push'), maxText: 20 }), /start_template: \d+ characters/)
  assert.match(faultOf({ ...known('slack'), isDiscontinued: true }), /does not say so/)
  assert.match(faultOf({ ...known('hipchat'), isDiscontinued: false }), /the other way round/)
  const lenient = { ...known('sms').address, findProblem: () => undefined }
  assert.match(faultOf({ ...known('sms'), address: lenient }), /accepts "12345"/)
  const strict = { ...known('sms').address, findProblem: () => 'wrong_format' as const }
  assert.match(faultOf({ ...known('sms'), address: strict }), /refuses 1234567890/)
})

function known(id: string): Channel {
  const found = channel(id)
  assert.ok(found, id)
  return found
}

/** The channel with changes in its Polish template. */
function withTemplate(id: string, changed: Partial<ChannelTemplate>): Channel {
  const whole = known(id)
  return { ...whole, templates: { ...whole.templates, pl: { ...whole.templates.pl, ...changed } } }
}
