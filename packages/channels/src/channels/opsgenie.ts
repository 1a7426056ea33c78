import { defineAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { truncate } from '../colours.ts'
import { buildEndDetails, buildStartDetails, endSubject, startSubject } from '../default-texts.ts'
import { plainLayout } from '../layout.ts'
import type { Message } from '../message.ts'
import { joinUrl, toDelivery } from '../web-delivery.ts'

export const opsgenie = defineChannel('opsgenie', {
  name: { pl: 'Opsgenie', en: 'Opsgenie' },
  description: {
    pl: 'Alarm w Opsgenie; adresem jest klucz integracji. Koniec alertu zamyka alarm.',
    en: 'An alert in Opsgenie; the address is an integration key. The end of the alert closes it.',
  },
  isStandard: false,
  address: defineAddress({
    format: {
      pl: 'Klucz integracji w postaci UUID, na przykład 3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b.',
      en: 'An integration key in the form of a UUID, such as 3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b.',
    },
    maxLength: 36,
    accepts: (address) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(address),
    good: ['3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b'],
    bad: ['3f2b8c1e5d7a4e0b9a631c2d3e4f5a6b', '3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6', 'duty@example.com'],
  }),
  hasSubject: true,
  maxText: 15_000,
  templates: buildDefaultTemplates({
    startSubject,
    start: buildStartDetails(plainLayout),
    endSubject,
    end: buildEndDetails(plainLayout),
  }),

  async deliver(message, { gateway, opsgenie: settings }) {
    const base = settings?.url ?? 'https://api.opsgenie.com'
    const headers = { authorization: `GenieKey ${message.address}` }
    const request = message.kind === 'end' ? buildClosing(message, base) : buildOpening(message, base)
    return toDelivery(await gateway.send({ ...request, headers }))
  },
})

const source = 'Wachta'

/** One alias has one open alert, so repeats only increase its count. */
function buildOpening({ id, thread, kind, subject, text, values }: Message, base: string) {
  const detailVariables = ['service_id', 'service_address', 'error_type', 'service_link', 'analysis_link']
  const details = Object.fromEntries(
    detailVariables.map((variable) => [variable, truncate(values[variable] ?? '', 1_000)]),
  )
  const body = {
    // A message must not be empty and has at most 130 characters.
    message: truncate(subject || text, 130),
    alias: thread,
    description: text,
    details: { ...details, id },
    entity: truncate(values['service_name'] ?? '', 512),
    priority: kind === 'start' ? 'P1' : 'P5',
    source,
  }
  return { url: joinUrl(base, '/v2/alerts'), body }
}

function buildClosing({ thread, text }: Message, base: string) {
  const url = joinUrl(base, `/v2/alerts/${encodeURIComponent(thread)}/close`, { identifierType: 'alias' })
  return { url, body: { note: text, source } }
}
