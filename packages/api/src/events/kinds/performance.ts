import { oneOf } from '@wachta/resource'
import { Type } from 'typebox'
import { type EventKind, settingsOf } from '../kind.ts'

/** The service works, but slowly. */
export const performance: EventKind = {
  id: 'performance',
  name: { pl: 'Spadek wydajności', en: 'Slow response' },
  description: {
    pl: 'Usługa działa, ale przez ostatnie minuty odpowiada wolniej, niż pozwala próg.',
    en: 'The service works, but over the last minutes it has answered more slowly than the threshold allows.',
  },
  settings: settingsOf({
    response_time: Type.Integer({
      minimum: 1,
      maximum: 600_000,
      default: 5000,
      description: 'The threshold in milliseconds; the event occurs above it.',
    }),
    measure: oneOf(['average', 'median', 'percentile_95', 'percentile_99'], {
      default: 'average',
      description: 'Which figure of the response times of successful checks is held against the threshold.',
    }),
    minutes: Type.Integer({
      minimum: 1,
      maximum: 1440,
      default: 15,
      description: 'How many of the last minutes are looked at.',
    }),
  }),
}
