import { defineWebAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { slackLayout } from '../layout.ts'
import { toDelivery } from '../web-delivery.ts'

export const slack = defineChannel('slack', {
  name: { pl: 'Slack', en: 'Slack' },
  description: {
    pl: 'Wiadomość na kanale Slack; adresem jest URL przychodzącego webhooka.',
    en: 'A message in a Slack channel; the address is the URL of an incoming webhook.',
  },
  address: defineWebAddress({
    format: {
      pl: 'Adres URL przychodzącego webhooka, zaczynający się od https://.',
      en: 'The URL of an incoming webhook, starting with https://.',
    },
    allowsHttp: false,
    good: ['https://hooks.slack.example/services/T00000000/B00000000/abcdefgh'],
  }),
  // The length of one section of a message.
  maxText: 3_000,
  escape: 'mrkdwn',
  templates: buildDefaultTemplates({ start: buildStartMessage(slackLayout), end: buildEndMessage(slackLayout) }),
  digest: createDigestFormat(slackLayout, 4),

  async deliver({ id, address, text }, { web }) {
    // Lock screens show `text` alone. No link previews, because one of the links acknowledges the incident.
    const section = { type: 'section', block_id: id, text: { type: 'mrkdwn', text } }
    return toDelivery(
      await web.send({ url: address, body: { text, blocks: [section], unfurl_links: false, unfurl_media: false } }),
    )
  },
})
