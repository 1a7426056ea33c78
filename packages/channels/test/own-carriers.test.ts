import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '@wachta/channels'
import { openCarriers } from '@wachta/channels/carriers'
import { messageTo } from './delivery/message.ts'

const ofOperator = [
  ...['email', 'email_dedicated', 'email_extended', 'email_short', 'email_simplified'],
  ...['jabber', 'push', 'sms', 'telephone'],
]

test('what needs a carrier of the operator says so where there is none', async () => {
  await using carriers = await openCarriers({})
  const own = channels.filter(({ id }) => ofOperator.includes(id))
  assert.equal(own.length, ofOperator.length)
  for (const channel of own) {
    const message = messageTo({ address: channel.address.examples.good[0] ?? '' }, channel)
    await assert.rejects(async () => channel.deliver?.(message, carriers), {
      name: 'DeliveryError',
      isPermanent: true,
      isUnconfigured: true,
      message: /^not configured: this installation has no /,
    })
  }
})
