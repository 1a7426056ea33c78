import { defineAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { plainLayout } from '../layout.ts'
import { endDetails, endSubject, startDetails, startSubject } from '../wording.ts'

export const opsgenie = defineChannel('opsgenie', {
  name: { pl: 'Opsgenie', en: 'Opsgenie' },
  description: {
    pl: 'Alarm w Opsgenie; adresem jest klucz integracji. Koniec zdarzenia zamyka alarm.',
    en: 'An alert in Opsgenie; the address is an integration key. The end of the event closes the alert.',
  },
  isStandard: false,
  address: defineAddress({
    format: {
      pl: 'Klucz integracji w postaci UUID, na przykład 3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b.',
      en: 'An integration key in the form of a UUID, such as 3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b.',
    },
    maximumLength: 36,
    accepts: (address) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(address),
    good: ['3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b'],
    bad: ['3f2b8c1e5d7a4e0b9a631c2d3e4f5a6b', '3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6', 'duty@example.com'],
  }),
  hasSubject: true,
  maximumText: 15_000,
  templates: defaultTemplates({
    startSubject,
    start: startDetails(plainLayout),
    endSubject,
    end: endDetails(plainLayout),
  }),
})
