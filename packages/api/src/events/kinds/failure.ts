import { type EventKind, settingsOf } from '../kind.ts'

/** The service does not work, by the verdict of its sensors. */
export const failure: EventKind = {
  id: 'failure',
  name: { pl: 'Awaria', en: 'Failure' },
  description: {
    pl: 'Usługa nie działa: tak orzekły sensory, które ją sprawdzają.',
    en: 'The service does not work, by the verdict of the sensors that check it.',
  },
  settings: settingsOf({}),
}
