import type { Localized } from '@wachta/domain'
import { defineWebAddress, isWebUrl } from '../address.ts'
import { buildCardMessage, buildCardText } from '../card.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { truncate } from '../colours.ts'
import { acknowledgeLabel, analysisLabel, buildEndDetails, buildStartDetails, serviceLabel } from '../default-texts.ts'
import { escapeCharacters } from '../escape.ts'
import { cardLayout } from '../layout.ts'
import type { Message } from '../message.ts'
import { toDelivery } from '../web-delivery.ts'

export const msTeamsExtended = defineChannel('ms_teams_extended', {
  name: { pl: 'Microsoft Teams, karta rozszerzona', en: 'Microsoft Teams, extended card' },
  description: {
    pl: 'Karta z wynikami sensorów, prawdopodobną przyczyną i przyciskami.',
    en: 'A card with the results of the sensors, the likely cause and buttons.',
  },
  address: defineWebAddress({
    format: {
      pl: 'Adres URL przepływu pracy, zaczynający się od https://.',
      en: 'The URL of the workflow, starting with https://.',
    },
    allowsHttp: false,
    good: ['https://prod-01.example.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x'],
  }),
  // Teams rejects cards of more than 28 KB, and a character can have four bytes.
  maxText: 6_000,
  escape: 'markdown',
  templates: buildDefaultTemplates({ start: buildStartDetails(cardLayout), end: buildEndDetails(cardLayout) }),

  async deliver(message, { web }) {
    const body = [buildCardText(message.text, message.kind), { type: 'FactSet', facts: toFacts(message) }]
    return toDelivery(await web.send({ url: message.address, body: buildCardMessage(body, toButtons(message)) }))
  },
})

const factTitles: Readonly<Record<string, Localized>> = {
  service_name: { pl: 'Usługa', en: 'Service' },
  service_address: { pl: 'Adres', en: 'Address' },
  status: { pl: 'Stan', en: 'Status' },
  error_type: { pl: 'Błąd', en: 'Error' },
  start_time: { pl: 'Początek', en: 'Start' },
  end_time: { pl: 'Koniec', en: 'End' },
  duration: { pl: 'Czas trwania', en: 'Duration' },
  failing_sensors: { pl: 'Sensory', en: 'Affected sensors' },
}

/** Facts are Markdown too, and truncated so that the card stays within its limit. */
function toFacts({ values, language }: Message): object[] {
  return Object.entries(factTitles).flatMap(([variable, title]) => {
    const value = truncate(values[variable] ?? '', 100)
    return value === '' ? [] : [{ title: title[language], value: [...escapeCharacters(value, 'markdown')].join('') }]
  })
}

function toButtons({ kind, values, language }: Message): object[] {
  const buttons: [Localized, string | undefined][] = [
    [acknowledgeLabel, kind === 'start' ? values['acknowledge_link'] : undefined],
    [analysisLabel, values['analysis_link']],
    [serviceLabel, values['service_link']],
  ]
  return buttons.flatMap(([title, url = '']) =>
    isWebUrl(url, true) ? [{ type: 'Action.OpenUrl', title: title[language], url }] : [],
  )
}
