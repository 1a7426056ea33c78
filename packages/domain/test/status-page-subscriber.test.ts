import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hourMs,
  isOpenToSubscribers,
  isVisitorChannel,
  ownerSubscriberChannels,
  pageVisibilities,
  shouldNotifySubscribers,
  subscriberChannels,
  toMailbox,
  visitorSubscriberChannels,
} from '@wachta/domain'
import fc from 'fast-check'

test('only a published page that everybody may see, and whose owner allows it, can be subscribed to', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...pageVisibilities),
      fc.boolean(),
      fc.boolean(),
      (visibility, isPublished, allowsSubscribers) => {
        const isOpen = isOpenToSubscribers({ visibility, isPublished, allowsSubscribers })
        assert.equal(isOpen, isPublished && allowsSubscribers && ['public', 'unlisted'].includes(visibility))
      },
    ),
  )
})

test('a channel is for visitors or for the owner, never for both', () => {
  assert.deepEqual([...visitorSubscriberChannels, ...ownerSubscriberChannels], [...subscriberChannels])
  assert.deepEqual(subscriberChannels.filter(isVisitorChannel), ['email', 'web_push'])
})

test('what is older than a day is no news; what is planned is', () => {
  const now = Date.UTC(2026, 10, 18, 12)
  const time = fc.integer({ min: now - 100 * hourMs, max: now + 100 * hourMs })
  fc.assert(
    fc.property(fc.option(time), fc.option(time), (updateTime, endTime) => {
      const decisive = updateTime ?? endTime
      assert.equal(
        shouldNotifySubscribers({ updateTime, endTime }, now),
        decisive === null || decisive >= now - 24 * hourMs,
      )
    }),
  )
})

test('addresses that reach the same mailbox count as one recipient', () => {
  const same = ['ala@żółw.example', 'Ala@xn--w-uga1v8h.example', 'ala+shop@żółw.example', 'ALA+a+b@ŻÓŁW.example']
  assert.deepEqual(new Set(same.map(toMailbox)), new Set(['ala@xn--w-uga1v8h.example']))
  assert.equal(toMailbox('+ala@mail.example'), '+ala@mail.example', 'nothing would be left')
  assert.notEqual(toMailbox('ala@mail.example'), toMailbox('ola@mail.example'))
})
