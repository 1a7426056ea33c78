import { webAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { cardLayout } from '../layout.ts'
import { endDetails, startDetails } from '../wording.ts'

export const msTeamsExtended = defineChannel('ms_teams_extended', {
  name: { pl: 'Microsoft Teams, karta rozszerzona', en: 'Microsoft Teams, extended card' },
  description: {
    pl: 'Karta z wynikami sensorów, diagnozą i przyciskami.',
    en: 'A card with the results of the sensors, the diagnosis and buttons.',
  },
  address: webAddress({
    format: {
      pl: 'Adres URL przepływu pracy, zaczynający się od https://.',
      en: 'The URL of the workflow, starting with https://.',
    },
    allowsHttp: false,
    good: ['https://prod-01.example.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x'],
  }),
  // A card of more than 28 KB is refused, and one character can take four bytes.
  maximumText: 6_000,
  escape: 'markdown',
  templates: defaultTemplates({ start: startDetails(cardLayout), end: endDetails(cardLayout) }),
})
