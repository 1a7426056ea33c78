import { defineAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createNotConfiguredError } from '../delivery.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { plainLayout } from '../layout.ts'
import { joinUrl, sendWithOperatorKey, toDelivery } from '../web-delivery.ts'

const numberPattern = /^\+[0-9](?: ?[0-9]){5,14}$/
// 32 bytes in Base64, or the same encoded again after the word `group`, as bridges to Signal write it.
const groupPattern = /^(?:[A-Za-z0-9+/]{43}=|group\.[A-Za-z0-9+/]{59}=)$/

export const signal = defineChannel('signal', {
  name: { pl: 'Signal', en: 'Signal' },
  description: {
    pl: 'Wiadomość w komunikatorze Signal na numer telefonu lub do grupy.',
    en: 'A message in Signal, to a phone number or a group.',
  },
  address: defineAddress({
    format: {
      pl: 'Numer telefonu z plusem i kodem kraju albo identyfikator grupy.',
      en: 'A phone number with a plus and its country code, or the identifier of a group.',
    },
    maxLength: 128,
    accepts: (address) => numberPattern.test(address) || groupPattern.test(address),
    good: ['+48600100200', '+48 600 100 200', `${'Ab3+/'.repeat(8)}Ab3=`, `group.${'Ab3x'.repeat(14)}Ab3=`],
    bad: ['600100200', '+12345', 'duty', 'group.', `${'Ab3+/'.repeat(8)}Ab3`, `${'Ab3-_'.repeat(8)}Ab3=`],
  }),
  maxText: 2_000,
  templates: buildDefaultTemplates({ start: buildStartMessage(plainLayout), end: buildEndMessage(plainLayout) }),
  digest: createDigestFormat(plainLayout, 4),

  async deliver({ address, text }, { gateway, signal: bridge }) {
    if (bridge === undefined) throw createNotConfiguredError('Signal bridge')
    const body = { number: bridge.number, recipients: [toRecipient(address)], message: text, text_mode: 'normal' }
    return toDelivery(await sendWithOperatorKey(gateway, { url: joinUrl(bridge.url, '/v2/send'), body }))
  },
})

/** Returns the recipient as the bridge expects it: a number without spaces, or a group id encoded in Base64 again. */
function toRecipient(address: string): string {
  if (numberPattern.test(address)) return address.replaceAll(' ', '')
  return address.startsWith('group.') ? address : `group.${Buffer.from(address).toString('base64')}`
}
