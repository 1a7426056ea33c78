import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  hourMs,
  isNews,
  isOpenToSubscribers,
  isVisitorChannel,
  ownerSubscriberChannels,
  pageVisibilities,
  subscriberChannels,
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
      assert.equal(isNews({ updateTime, endTime }, now), decisive === null || decisive >= now - 24 * hourMs)
    }),
  )
})
