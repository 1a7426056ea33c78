import { Type } from 'typebox'
import type { ExpiryKind } from '../kind.ts'
import { defineSettings } from '../settings.ts'

const settings = defineSettings({
  days: Type.Integer({
    minimum: 1,
    maximum: 365,
    default: 14,
    description: 'The event occurs when fewer days than this are left.',
  }),
})

/** The certificate expires soon. */
export const certificateExpiry: ExpiryKind = {
  id: 'certificate_expiry',
  name: { pl: 'Wygasanie certyfikatu', en: 'Certificate expiry' },
  description: {
    pl: 'Certyfikat usługi wkrótce wygaśnie albo już wygasł.',
    en: 'The certificate of the service expires soon or has expired.',
  },
  settings: settings.schema,
  watches: 'expiry',
  metric: 'certificate_days_left',
  holds: ({ days_left }, given) => (days_left === null ? undefined : days_left < settings.read(given).days),
}
