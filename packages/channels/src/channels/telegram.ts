import { defineAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createNotConfiguredError } from '../delivery.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { plainLayout } from '../layout.ts'
import { joinUrl, sendWithOperatorKey, toDelivery } from '../web-delivery.ts'

export const telegram = defineChannel('telegram', {
  name: { pl: 'Telegram', en: 'Telegram' },
  description: {
    pl: 'Wiadomość od bota w komunikatorze Telegram, do osoby, grupy lub na kanał.',
    en: 'A message from a bot in Telegram, to a person, a group or a channel.',
  },
  isStandard: false,
  address: defineAddress({
    format: {
      pl: 'Numer rozmowy, na przykład 123456789 lub -1001234567890, albo nazwa kanału, na przykład @dyzur.',
      en: 'The number of a chat, such as 123456789 or -1001234567890, or the name of a channel, such as @night_duty.',
    },
    maxLength: 33,
    accepts: (address) => /^(?:-?[1-9][0-9]{0,18}|@[A-Za-z][A-Za-z0-9_]{3,31})$/.test(address),
    good: ['123456789', '-1001234567890', '@night_duty', '@dyzur'],
    bad: ['0', '--1', 'night_duty', '@1duty', '@ab', '@duty-night', '12345678901234567890', '+48600100200'],
  }),
  maxText: 4_096,
  templates: buildDefaultTemplates({ start: buildStartMessage(plainLayout), end: buildEndMessage(plainLayout) }),
  digest: createDigestFormat(plainLayout, 8),

  async deliver({ address, text }, { gateway, telegram: bot }) {
    if (bot === undefined) throw createNotConfiguredError('Telegram bot')
    // No parse_mode, so the text is plain. No link previews, because one of the links acknowledges the incident.
    const body = { chat_id: address, text, link_preview_options: { is_disabled: true } }
    return toDelivery(
      await sendWithOperatorKey(gateway, { url: joinUrl(bot.url, `/bot${bot.token}/sendMessage`), body }),
    )
  },
})
