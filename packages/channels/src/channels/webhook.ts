import { defineWebAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { createSignedHeaders } from '../signature.ts'
import { toDelivery } from '../web-delivery.ts'

export const webhook = defineChannel('webhook', {
  name: { pl: 'Webhook z własną treścią', en: 'Webhook with a custom body' },
  description: {
    pl: 'Żądanie POST, którego treścią jest szablon, dla każdego systemu, który przyjmuje JSON.',
    en: 'A POST request whose body is the template, for any system that accepts JSON.',
  },
  isStandard: false,
  address: defineWebAddress({
    format: {
      pl: 'Adres URL, na który mają trafiać żądania; bez nazwy użytkownika i hasła.',
      en: 'The URL that receives the requests, without username and password.',
    },
    allowsHttp: true,
    good: ['https://example.com/hook', 'http://automation.example.internal:8123/api/webhook/wachta'],
  }),
  isSigned: true,
  hasFixedLines: true,
  maxText: 65_536,
  escape: 'json',
  templates: buildDefaultTemplates({
    start: {
      pl: buildBody('start', '{{status}}: {{service_name}} ({{error_type}}), od {{start_time}} ({{time_zone}}).'),
      en: buildBody('start', '{{status}}: {{service_name}} ({{error_type}}), since {{start_time}} ({{time_zone}}).'),
    },
    end: {
      pl: buildBody(
        'end',
        '{{status}}: {{service_name}} ({{error_type}}), alert trwał {{duration}} i zakończył się {{end_time}} ({{time_zone}}).',
      ),
      en: buildBody(
        'end',
        '{{status}}: {{service_name}} ({{error_type}}), resolved at {{end_time}} ({{time_zone}}) after {{duration}}.',
      ),
    },
  }),

  async deliver(message, { web, now = () => new Date() }) {
    const headers = { 'content-type': 'application/json', ...createSignedHeaders(message, message.text, now()) }
    return toDelivery(await web.send({ url: message.address, headers, body: message.text }))
  },
})

/** Every value is a string, so a missing one leaves an empty string instead of invalid JSON. */
function buildBody(event: 'start' | 'end', message: string): string {
  const variables = [
    ...['service_id', 'service_name', 'service_address', 'status', 'error_type_id', 'error_type', 'error_message'],
    ...[
      'failing_sensors_count',
      'sensors_count',
      'start_time',
      'end_time',
      'duration',
      'analysis_link',
      'service_link',
    ],
  ]
  const values = Object.fromEntries(variables.map((variable) => [variable, `{{${variable}}}`]))
  return JSON.stringify({ event, message, ...values }, null, 2)
}
