import { defineAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { endLine, startLine } from '../wording.ts'

export const pagerduty = defineChannel('pagerduty', {
  name: { pl: 'PagerDuty', en: 'PagerDuty' },
  description: {
    pl: 'Zdarzenie w PagerDuty; adresem jest klucz integracji. Koniec zdarzenia zamyka incydent.',
    en: 'An event in PagerDuty; the address is an integration key. The end of the event resolves the incident.',
  },
  address: defineAddress({
    format: {
      pl: 'Klucz integracji (Events API v2): 32 litery i cyfry.',
      en: 'An integration key (Events API v2): 32 letters and digits.',
    },
    maximumLength: 32,
    accepts: (address) => /^[A-Za-z0-9]{32}$/.test(address),
    good: ['0123456789abcdef0123456789abcdef'],
    bad: [
      '0123456789abcdef',
      '0123456789abcdef0123456789abcdef0',
      '0123456789abcdef-123456789abcdef',
      'duty@example.com',
    ],
  }),
  // The length of a summary.
  maximumText: 1_024,
  templates: defaultTemplates({ start: startLine, end: endLine }),
})
