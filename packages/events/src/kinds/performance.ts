import { Type } from 'typebox'
import type { ResponseTimesKind } from '../kind.ts'
import { type Measure, measures } from '../measure.ts'
import { defineSettings } from '../settings.ts'

const settings = defineSettings({
  response_time: Type.Integer({
    minimum: 1,
    maximum: 600_000,
    default: 5000,
    description: 'The threshold in milliseconds; the event occurs above it.',
  }),
  measure: Type.Unsafe<Measure>({
    type: 'string',
    enum: [...measures],
    default: 'average',
    description: 'Which statistic of the response times of successful checks is compared with the threshold.',
  }),
  minutes: Type.Integer({
    minimum: 1,
    maximum: 1440,
    default: 15,
    description: 'How many of the last minutes are evaluated.',
  }),
})

/** The service is up, but slow. */
export const performance: ResponseTimesKind = {
  id: 'performance',
  name: { pl: 'Wolne odpowiedzi', en: 'Slow response' },
  description: {
    pl: 'Usługa działa, ale przez ostatnie minuty odpowiada wolniej, niż pozwala próg.',
    en: 'The service works, but over the last minutes it has answered more slowly than the threshold allows.',
  },
  settings: settings.schema,
  watches: 'response_times',
  getStatistic: (given) => settings.read(given),
  holds: ({ response_time }, given) =>
    response_time === null ? undefined : response_time > settings.read(given).response_time,
}
