import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '@wachta/channels'
import {
  arrangeChannels,
  changeChoices,
  discontinuedChannels,
  findChoice,
  findChosenChoices,
} from '../src/features/dictionaries/channel-choices.ts'

const all = channels.map(({ id, name }) => ({ id, name: name.en }))

test('what most people look for comes first, e-mail is one choice, and discontinued channels are not offered', () => {
  const choices = arrangeChannels(all, [])
  const ids = choices.map(({ id }) => id)
  assert.deepEqual(ids.slice(0, 8), ['email', 'sms', 'telephone', 'push', 'slack', 'ms_teams', 'telegram', 'discord'])
  assert.deepEqual(
    choices[0]?.variants.map(({ id }) => id),
    ['email', 'email_short', 'email_simplified', 'email_extended', 'email_dedicated'],
  )
  assert.equal(choices.flatMap(({ variants }) => variants).length, all.length - discontinuedChannels.length)
  assert.equal(findChoice(choices, 'email_extended')?.id, 'email')
  assert.equal(findChoice(choices, 'hipchat'), undefined)
})

test('the discontinued channels are those that say so themselves', () => {
  assert.deepEqual(
    channels.filter(({ isDiscontinued }) => isDiscontinued).map(({ id }) => id),
    discontinuedChannels,
  )
})

test('a discontinued channel that is in use can be seen, and left', () => {
  const choices = arrangeChannels(all, ['hipchat'])
  assert.equal(findChoice(choices, 'hipchat')?.name, 'HipChat')
  assert.equal(findChoice(choices, 'gadu_gadu'), undefined)
})

test('a package without the usual form offers another one in its place', () => {
  const [choice] = arrangeChannels(
    all.filter(({ id }) => id.startsWith('email_')),
    [],
  )
  assert.deepEqual([choice?.id, choice?.variants.length], ['email_short', 4])
})

test('ticking a choice takes all of its forms, and leaves what was chosen otherwise as it was', () => {
  const choices = arrangeChannels(all, [])
  assert.deepEqual(findChosenChoices(choices, ['email_short', 'sms']), ['email', 'sms'])
  assert.deepEqual(changeChoices(choices, ['email_short'], new Set(['email', 'sms'])), ['email_short', 'sms'])
  assert.deepEqual(changeChoices(choices, ['email_short', 'sms'], new Set(['sms'])), ['sms'])
  assert.deepEqual(changeChoices(choices, [], new Set(['ms_teams'])), ['ms_teams', 'ms_teams_extended'])
})
