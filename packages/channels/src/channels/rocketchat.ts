import { defineWebAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { getHexColour } from '../colours.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { markdownLayout } from '../layout.ts'
import { toDelivery } from '../web-delivery.ts'

export const rocketchat = defineChannel('rocketchat', {
  name: { pl: 'Rocket.Chat', en: 'Rocket.Chat' },
  description: {
    pl: 'Wiadomość na kanale Rocket.Chat; adresem jest URL przychodzącego webhooka.',
    en: 'A message in a Rocket.Chat channel; the address is the URL of an incoming webhook.',
  },
  address: defineWebAddress({
    format: { pl: 'Adres URL przychodzącego webhooka.', en: 'The URL of an incoming webhook.' },
    allowsHttp: true,
    good: ['https://chat.example.com/hooks/abc/def', 'http://chat.example.internal:3000/hooks/abc/def'],
  }),
  maxText: 5_000,
  escape: 'markdown',
  templates: buildDefaultTemplates({ start: buildStartMessage(markdownLayout), end: buildEndMessage(markdownLayout) }),
  digest: createDigestFormat(markdownLayout, 8),

  async deliver({ address, kind, text }, { web }) {
    const attachment = { color: getHexColour(kind), fallback: text, text }
    // No link previews, because one of the links acknowledges the incident.
    return toDelivery(await web.send({ url: address, body: { attachments: [attachment], parseUrls: false } }))
  },
})
