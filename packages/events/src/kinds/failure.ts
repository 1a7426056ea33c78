import type { StatusKind } from '../kind.ts'
import { defineSettings } from '../settings.ts'

const firesByStatus = { failure: true, ok: false, unknown: undefined, paused: undefined } as const

/** The service is down, by the verdict of its sensors. */
export const failure: StatusKind = {
  id: 'failure',
  name: { pl: 'Awaria usługi', en: 'Service down' },
  description: {
    pl: 'Usługa nie działa: tak orzekły sensory, które ją sprawdzają.',
    en: 'The service is down, by the verdict of the sensors that check it.',
  },
  settings: defineSettings({}).schema,
  watches: 'status',
  holds: ({ status }) => firesByStatus[status],
}
