import { defineWebAddress } from '../address.ts'
import { buildCardMessage, buildCardText } from '../card.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { cardLayout } from '../layout.ts'
import { toDelivery } from '../web-delivery.ts'

export const msTeams = defineChannel('ms_teams', {
  name: { pl: 'Microsoft Teams', en: 'Microsoft Teams' },
  description: {
    pl: 'Krótka karta na kanale zespołu; adresem jest URL przepływu pracy, który przyjmuje powiadomienia.',
    en: 'A short card in a team channel; the address is the URL of the workflow that accepts notifications.',
  },
  address: defineWebAddress({
    format: {
      pl: 'Adres URL przepływu pracy, zaczynający się od https://.',
      en: 'The URL of the workflow, starting with https://.',
    },
    allowsHttp: false,
    good: ['https://prod-01.example.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x'],
  }),
  maxText: 5_000,
  escape: 'markdown',
  templates: buildDefaultTemplates({ start: buildStartMessage(cardLayout), end: buildEndMessage(cardLayout) }),
  digest: createDigestFormat(cardLayout, 8),

  async deliver({ address, kind, text }, { web }) {
    return toDelivery(await web.send({ url: address, body: buildCardMessage([buildCardText(text, kind)]) }))
  },
})
