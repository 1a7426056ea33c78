import { Type } from 'typebox'
import type { ExpiryKind } from '../kind.ts'
import { defineSettings } from '../settings.ts'

const settings = defineSettings({
  days: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 30,
    description: 'The event occurs when fewer days than this are left.',
  }),
})

/** The registration of the domain expires soon. */
export const domainExpiry: ExpiryKind = {
  id: 'domain_expiry',
  name: { pl: 'Wygasanie domeny', en: 'Domain expiry' },
  description: {
    pl: 'Rejestracja domeny wkrótce wygaśnie albo już wygasła.',
    en: 'The registration of the domain expires soon or has expired.',
  },
  settings: settings.schema,
  watches: 'expiry',
  metric: 'domain_days_left',
  holds: ({ days_left }, given) => (days_left === null ? undefined : days_left < settings.read(given).days),
}
