import { defineWebAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { plainLayout } from '../layout.ts'
import { joinUrl, toDelivery } from '../web-delivery.ts'

export const alerta = defineChannel('alerta', {
  name: { pl: 'Alerta', en: 'Alerta' },
  description: {
    pl: 'Alarm w konsoli Alerta; adresem jest URL jej API. Koniec alertu zamyka alarm.',
    en: 'An alert in an Alerta console; the address is the URL of its API. The end of the alert closes it.',
  },
  // Alerta also takes its key as a query parameter, so one address can contain both.
  address: defineWebAddress({
    format: {
      pl: 'Adres URL API Alerta; klucz, jeśli jest potrzebny, w parametrze api-key.',
      en: 'The URL of the Alerta API; its key, if needed, in the parameter api-key.',
    },
    allowsHttp: true,
    good: ['https://alerta.example.com/api', 'http://alerta.example.com:8080/api?api-key=demo-key'],
  }),
  maxText: 4_000,
  templates: buildDefaultTemplates({ start: buildStartMessage(plainLayout), end: buildEndMessage(plainLayout) }),

  async deliver({ id, thread, kind, address, text, time, values }, { web }) {
    const severities = { start: 'major', end: 'normal', test: 'informational', code: 'informational' }
    const body = {
      // Alerta joins alerts with the same resource and event, so that the end closes the start; names can change
      // meanwhile.
      resource: thread,
      event: 'wachta',
      // Alerta refuses other environments, and alerts without a service, unless it is configured otherwise.
      environment: 'Production',
      service: [values['service_name'] || 'Wachta'],
      severity: severities[kind],
      group: values['event_name'] || 'Wachta',
      value: values['error_type'] ?? '',
      text,
      attributes: { id, address: values['service_address'] ?? '', link: values['analysis_link'] ?? '' },
      origin: 'wachta',
      createTime: time.toISOString(),
    }
    return toDelivery(await web.send({ url: joinUrl(address, '/alert'), body }))
  },
})
