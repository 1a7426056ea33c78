import { Type } from 'typebox'
import { type EventKind, settingsOf } from '../kind.ts'

/** The registration of the domain runs out soon. */
export const domainExpiry: EventKind = {
  id: 'domain_expiry',
  name: { pl: 'Wygasanie domeny', en: 'Domain expiry' },
  description: {
    pl: 'Rejestracja domeny niedługo wygaśnie albo już wygasła.',
    en: 'The registration of the domain runs out soon, or has run out.',
  },
  settings: settingsOf({
    days: Type.Integer({
      minimum: 1,
      maximum: 365,
      default: 30,
      description: 'The event occurs when fewer days than this are left.',
    }),
  }),
}
