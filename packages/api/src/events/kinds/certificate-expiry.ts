import { Type } from 'typebox'
import { type EventKind, settingsOf } from '../kind.ts'

/** The certificate runs out soon. */
export const certificateExpiry: EventKind = {
  id: 'certificate_expiry',
  name: { pl: 'Wygasanie certyfikatu', en: 'Certificate expiry' },
  description: {
    pl: 'Certyfikat usługi niedługo straci ważność albo już ją stracił.',
    en: 'The certificate of the service runs out soon, or has run out.',
  },
  settings: settingsOf({
    days: Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 14,
      description: 'The event occurs when fewer days than this are left.',
    }),
  }),
}
