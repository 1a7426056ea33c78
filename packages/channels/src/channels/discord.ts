import { defineWebAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { getColour } from '../colours.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { markdownLayout } from '../layout.ts'
import { joinUrl, toDelivery } from '../web-delivery.ts'

export const discord = defineChannel('discord', {
  name: { pl: 'Discord', en: 'Discord' },
  description: {
    pl: 'Wiadomość na kanale Discord; adresem jest URL jego webhooka.',
    en: 'A message in a Discord channel; the address is the URL of its webhook.',
  },
  isStandard: false,
  address: defineWebAddress({
    format: {
      pl: 'Adres URL webhooka, zaczynający się od https://.',
      en: 'The URL of a webhook, starting with https://.',
    },
    allowsHttp: false,
    good: ['https://discord.example/api/webhooks/123456789012345678/abc_def-ghi'],
  }),
  maxText: 2_000,
  escape: 'markdown',
  templates: buildDefaultTemplates({ start: buildStartMessage(markdownLayout), end: buildEndMessage(markdownLayout) }),
  digest: createDigestFormat(markdownLayout, 3),

  async deliver({ address, kind, text, time }, { web }) {
    const embed = { description: text, color: getColour(kind), timestamp: time.toISOString() }
    // Without `wait`, Discord confirms before it has stored the message.
    const url = joinUrl(address, '', { wait: 'true' })
    return toDelivery(await web.send({ url, body: { embeds: [embed], allowed_mentions: { parse: [] } } }))
  },
})
