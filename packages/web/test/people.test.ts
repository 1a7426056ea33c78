import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendCode } from '../src/features/contacts/address-kinds.ts'
import {
  formatQuietHours,
  getDayNames,
  isInside,
  type QuietWindow,
  toMinuteOfWeek,
} from '../src/features/contacts/quiet-hours.ts'
import {
  buildCells,
  hasRecipients,
  listContacts,
  listReachedChannels,
  type NotifyingStep,
} from '../src/features/escalations/reach.ts'
import { createAnsweredClient } from './support/answered-client.ts'

const at = (day_of_week: number, hour: number, minute = 0) => ({ day_of_week, hour, minute })
const window = (start: QuietWindow['start_minute'], end: QuietWindow['end_minute']): QuietWindow => ({
  start_minute: start,
  end_minute: end,
})
const words = { days: getDayNames('en'), always: 'always' }

test('quiet hours of neighbouring days are told together', () => {
  const nights = [1, 2, 3, 4, 5].map((day) => window(at(day, 22), at(day + 1, 6)))
  assert.deepEqual(formatQuietHours(nights, words), ['Mon–Fri 22:00–06:00'])
  const gap = nights.filter(({ start_minute }) => start_minute.day_of_week !== 3)
  assert.deepEqual(formatQuietHours(gap, words), ['Mon–Tue 22:00–06:00', 'Thu–Fri 22:00–06:00'])
  assert.deepEqual(
    formatQuietHours([window(at(7, 23, 30), at(1, 5))], words),
    ['Sun 23:30–05:00'],
    'over the end of the week',
  )
  assert.deepEqual(formatQuietHours([window(at(5, 17), at(1, 8))], words), ['Fri 17:00 – Mon 08:00'])
  assert.deepEqual(formatQuietHours([window(at(2, 0), at(2, 0))], words), ['always'])
  assert.deepEqual(formatQuietHours([], words), [])
  assert.equal(getDayNames('pl')[0], 'pon.')
})

test('a minute is inside a window, also over the end of the week', () => {
  const night = window(at(7, 22), at(1, 6))
  const minute = (day: number, hour: number) => (day - 1) * 1440 + hour * 60
  assert.ok(isInside(night, minute(7, 23)))
  assert.ok(isInside(night, minute(1, 5)))
  assert.equal(isInside(night, minute(1, 6)), false, 'the end is outside')
  assert.equal(isInside(night, minute(3, 23)), false)
})

test('the minute of the week follows the clocks of the zone', () => {
  // 29 March 2026 is the Sunday on which Warsaw goes from 02:00 to 03:00.
  assert.equal(toMinuteOfWeek(Date.parse('2026-03-29T00:30:00Z'), 'Europe/Warsaw'), 6 * 1440 + 90)
  assert.equal(toMinuteOfWeek(Date.parse('2026-03-29T01:30:00Z'), 'Europe/Warsaw'), 6 * 1440 + 210)
  assert.equal(toMinuteOfWeek(Date.parse('2026-03-29T23:00:00Z'), 'Europe/Warsaw'), 60, 'Monday already')
})

const step = (more: Partial<NotifyingStep> = {}): NotifyingStep => ({
  contact_ids: [],
  contact_group_ids: [],
  channel_ids: null,
  delay: 0,
  repeat_interval: 0,
  maximum_repeats: 0,
  is_active: true,
  ...more,
})
const groups = [{ id: 7, contact_ids: [1, 2] }]
const addresses = [
  { contact_id: 1, channel_id: 'email', is_verified: true },
  { contact_id: 1, channel_id: 'sms', is_verified: false },
  { contact_id: 1, channel_id: 'sms', is_verified: true },
  { contact_id: 1, channel_id: 'telephone', is_verified: false },
]

test('a contact who is in a step twice is told once', () => {
  assert.deepEqual(listContacts(step({ contact_ids: [2, 3], contact_group_ids: [7, 8] }), groups), [2, 3, 1])
})

test('channels count that the step uses and that are verified', () => {
  assert.deepEqual(listReachedChannels(step(), addresses), { channels: ['email', 'sms'], unverified: ['telephone'] })
  assert.deepEqual(listReachedChannels(step({ channel_ids: ['telephone'] }), addresses), {
    channels: [],
    unverified: ['telephone'],
  })
})

test('the cells of a contact are its active steps, the earliest first', () => {
  const steps = [
    step({ contact_group_ids: [7], delay: 900, channel_ids: ['sms'] }),
    step({ contact_ids: [1], channel_ids: ['email'] }),
    step({ contact_ids: [1], is_active: false }),
    step({ contact_ids: [3] }),
  ]
  assert.deepEqual(
    buildCells({ id: 1, addresses }, steps, groups).map(({ delay, channels }) => [delay, channels]),
    [
      [0, ['email']],
      [900, ['sms']],
    ],
  )
  const of = (contact: number) => addresses.filter(({ contact_id }) => contact_id === contact)
  assert.ok(hasRecipients(steps, of, groups))
  assert.equal(hasRecipients([step({ contact_ids: [3] })], of, groups), false, 'a contact without an address')
  assert.equal(hasRecipients([step({ contact_ids: [1], is_active: false })], of, groups), false)
})

test('a verification is sent by the client that is given, so that it can also be shown without being sent', async () => {
  const { client, sent } = createAnsweredClient(() => undefined)
  await sendCode(client, { kind: 'contact_address', id: 7 })
  await sendCode(client, { kind: 'notification_address', id: 8 })
  assert.deepEqual(sent, [
    ['POST /contact_addresses/7/send_verification_code', undefined],
    ['POST /notification_addresses/8/send_verification_code', undefined],
  ])
})
