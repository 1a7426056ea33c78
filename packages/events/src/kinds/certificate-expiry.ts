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
    pl: 'Certyfikat usługi niedługo straci ważność albo już ją stracił.',
    en: 'The certificate of the service runs out soon, or has run out.',
  },
  settings: settings.schema,
  watches: 'expiry',
  metric: 'certificate_days_left',
  holds: ({ days_left }, given) => (days_left === null ? undefined : days_left < settings.read(given).days),
}
