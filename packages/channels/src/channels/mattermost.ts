import { defineWebAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { getHexColour } from '../colours.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { markdownLayout } from '../layout.ts'
import { toDelivery } from '../web-delivery.ts'

export const mattermost = defineChannel('mattermost', {
  name: { pl: 'Mattermost', en: 'Mattermost' },
  description: {
    pl: 'Wiadomość na kanale Mattermost; adresem jest URL przychodzącego webhooka.',
    en: 'A message in a Mattermost channel; the address is the URL of an incoming webhook.',
  },
  isStandard: false,
  address: defineWebAddress({
    format: { pl: 'Adres URL przychodzącego webhooka.', en: 'The URL of an incoming webhook.' },
    allowsHttp: true,
    good: ['https://chat.example.com/hooks/abcdefgh', 'http://chat.example.internal:8065/hooks/abcdefgh'],
  }),
  maxText: 4_000,
  escape: 'markdown',
  templates: buildDefaultTemplates({ start: buildStartMessage(markdownLayout), end: buildEndMessage(markdownLayout) }),
  digest: createDigestFormat(markdownLayout, 6),

  async deliver({ address, kind, text }, { web }) {
    const attachment = { color: getHexColour(kind), fallback: text, text }
    return toDelivery(await web.send({ url: address, body: { attachments: [attachment] } }))
  },
})
