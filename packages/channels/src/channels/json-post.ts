import { defineWebAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { plainLayout } from '../layout.ts'
import { createSignedHeaders } from '../signature.ts'
import { toDelivery } from '../web-delivery.ts'

// The data of the alert are separate fields; the template renders only the message for people.
export const jsonPost = defineChannel('json_post', {
  name: { pl: 'Żądanie HTTP z danymi JSON', en: 'HTTP request with JSON data' },
  description: {
    pl: 'Podpisane żądanie POST z danymi alertu w formacie JSON pod wskazany adres URL.',
    en: 'A signed POST request with the data of the alert as JSON, to a given URL.',
  },
  address: defineWebAddress({
    format: {
      pl: 'Adres URL, na który mają trafiać żądania; bez nazwy użytkownika i hasła.',
      en: 'The URL that receives the requests, without username and password.',
    },
    allowsHttp: true,
    good: ['https://example.com/hook', 'http://monitoring.example.internal:8080/in?source=wachta'],
  }),
  isSigned: true,
  maxText: 10_000,
  templates: buildDefaultTemplates({ start: buildStartMessage(plainLayout), end: buildEndMessage(plainLayout) }),

  async deliver(message, { web, now = () => new Date() }) {
    const { id, thread, kind, repeat_number, time, language, text, values } = message
    const data = { id, thread, kind, repeat_number, time: time.toISOString(), language, message: text, values }
    const body = JSON.stringify(data)
    const headers = { 'content-type': 'application/json', ...createSignedHeaders(message, body, now()) }
    return toDelivery(await web.send({ url: message.address, headers, body }))
  },
})
