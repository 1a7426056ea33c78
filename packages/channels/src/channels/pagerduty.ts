import { defineAddress, isWebUrl } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { analysisLabel, endLine, serviceLabel, startLine } from '../default-texts.ts'
import type { Message } from '../message.ts'
import { joinUrl, toDelivery } from '../web-delivery.ts'

export const pagerduty = defineChannel('pagerduty', {
  name: { pl: 'PagerDuty', en: 'PagerDuty' },
  description: {
    pl: 'Incydent w PagerDuty; adresem jest klucz integracji. Koniec alertu zamyka incydent.',
    en: 'An incident in PagerDuty; the address is an integration key. The end of the alert resolves the incident.',
  },
  address: defineAddress({
    format: {
      pl: 'Klucz integracji (Events API v2): 32 litery i cyfry.',
      en: 'An integration key (Events API v2): 32 letters and digits.',
    },
    maxLength: 32,
    accepts: (address) => /^[A-Za-z0-9]{32}$/.test(address),
    good: ['0123456789abcdef0123456789abcdef'],
    bad: [
      '0123456789abcdef',
      '0123456789abcdef0123456789abcdef0',
      '0123456789abcdef-123456789abcdef',
      'duty@example.com',
    ],
  }),
  // The maximum length of a summary.
  maxText: 1_024,
  templates: buildDefaultTemplates({ start: startLine, end: endLine }),

  async deliver(message, { gateway, pagerduty: settings }) {
    const { address, thread, kind } = message
    const body = {
      routing_key: address,
      event_action: kind === 'end' ? 'resolve' : 'trigger',
      // One key has one open incident: repeats are added to it, and the end resolves it.
      dedup_key: thread,
      payload: toPayload(message),
      client: 'Wachta',
      links: toLinks(message),
    }
    return toDelivery(
      await gateway.send({ url: joinUrl(settings?.url ?? 'https://events.pagerduty.com', '/v2/enqueue'), body }),
    )
  },
})

function toPayload({ id, kind, text, time, values }: Message): object {
  return {
    summary: text,
    source: values['service_address'] || values['service_name'] || 'Wachta',
    severity: kind === 'start' ? 'critical' : 'info',
    timestamp: time.toISOString(),
    custom_details: { ...values, id },
  }
}

function toLinks({ language, values }: Message): object[] {
  const links = [
    { href: values['analysis_link'] ?? '', text: analysisLabel[language] },
    { href: values['service_link'] ?? '', text: serviceLabel[language] },
  ]
  return links.filter(({ href }) => isWebUrl(href, true))
}
