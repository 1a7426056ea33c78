import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatusPageSubscriber } from '@wachta/client'
import { subscriberChannels, subscriberStates } from '@wachta/domain'
import { toSubscriberRows } from '../src/features/status-pages/subscriber-rows.ts'
import { shownSubscriberChannels, shownSubscriberStates } from '../src/features/status-pages/subscriber-states.ts'
import { toCsv } from '../src/ui/csv.ts'

const subscriber: StatusPageSubscriber = {
  ...{ id: 1, status_page_id: 7, channel_id: 'email', address: 'jan@example.com', component_ids: [], language: 'pl' },
  ...{ state: 'bounced', reason: '550 No such mailbox', created_at: '2026-11-18T10:00:00Z' },
  changed_at: '2026-11-18T11:00:00Z',
}
/** Returns keys instead of texts. */
const texts = (key: string) => key
const components = [
  { id: 31, name: 'Shop' },
  { id: 32, name: 'Payments' },
]

test('the screen knows every state and channel of subscribers', () => {
  assert.deepEqual(new Set(shownSubscriberStates), new Set(subscriberStates))
  assert.deepEqual(new Set(shownSubscriberChannels), new Set(subscriberChannels))
})

test('a file of subscribers has their states and components in words', () => {
  const rows = toSubscriberRows([subscriber, { ...subscriber, component_ids: [31, 32] }], components, texts)
  assert.deepEqual(rows[0], ['address', 'channel', 'state', 'components', 'language', 'created', 'reason'])
  assert.deepEqual(rows[1], [
    'jan@example.com',
    'channel.email',
    'state.bounced',
    'allComponents',
    'pl',
    '2026-11-18T10:00:00Z',
    '550 No such mailbox',
  ])
  assert.equal(rows[2]?.[3], 'Shop; Payments')
})

test('an address or a reason that looks like a formula is none in the file', () => {
  const rows = toSubscriberRows([{ ...subscriber, address: '=cmd()@example.com' }], [], texts)
  assert.match(toCsv(rows), /\r\n'=cmd\(\)@example\.com,channel\.email,/)
})
