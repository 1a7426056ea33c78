import { defaultMethod, type ServiceHistory, toZoneName, type WeeklyWindow } from '@wachta/domain'
import { type Call, type QueryParameter, reject } from '@wachta/resource'
import { key } from '@wachta/resource/field'
import { Type } from 'typebox'

const maxWindows = 100
const minute = '([1-7])T([01][0-9]|2[0-3]):([0-5][0-9])'
const oneWindow = `${minute}-${minute}`
const windowExample = '1T08:00-1T16:00'

const counts = (name: 'unknown' | 'paused' | 'suspended' | 'corrected', description: string): QueryParameter => ({
  name,
  schema: Type.Boolean({ default: defaultMethod[name] }),
  description,
})

/** The query parameters that say which time counts in a service level. */
export const methodParameters: readonly QueryParameter[] = [
  counts('unknown', 'Whether time of unknown status counts as time that was not ok; otherwise it is left out.'),
  counts('paused', 'Whether paused time counts as time that was not ok; otherwise it is left out.'),
  counts('suspended', 'Whether time in suspensions that only hold notifications counts; otherwise it is left out.'),
  counts('corrected', 'Whether corrections are applied; otherwise the measured values are returned.'),
  {
    name: 'business_hours',
    schema: Type.String({
      pattern: `^${oneWindow}(,${oneWindow})*$`,
      maxLength: maxWindows * (windowExample.length + 1) - 1,
    }),
    description: `Weekly windows, separated by commas, at most ${maxWindows}: \`${windowExample}\` is Monday from 08:00 to 16:00. Time outside them is left out. By default all time counts.`,
  },
  {
    name: 'time_zone_id',
    schema: key().schema,
    description: "Time zone of the business hours; by default that of the owner's account.",
  },
]

/** Reads the accounting method from the query, as the part of a history that it replaces. */
export function parseMethod({ query }: Pick<Call, 'query'>): Pick<ServiceHistory, 'method' | 'businessZone'> {
  const flag = (given: unknown, byDefault: boolean) => (given === undefined ? byDefault : given === 'true')
  const zone = query['time_zone_id']
  const businessZone = zone === undefined ? undefined : (toZoneName(String(zone)) ?? rejectZone())
  return {
    method: {
      unknown: flag(query['unknown'], defaultMethod.unknown),
      paused: flag(query['paused'], defaultMethod.paused),
      suspended: flag(query['suspended'], defaultMethod.suspended),
      corrected: flag(query['corrected'], defaultMethod.corrected),
      business_hours: parseWindows(String(query['business_hours'] ?? '')),
    },
    ...(businessZone !== undefined && { businessZone }),
  }
}

const rejectZone = () => reject('unknown_reference', 'query.time_zone_id')

/** The schema of the parameter has validated the text. */
const parseWindows = (text: string): WeeklyWindow[] =>
  [...text.matchAll(new RegExp(oneWindow, 'g'))].map(([, ...parts]) => ({
    start_minute: minuteOfWeek(parts.slice(0, 3)),
    end_minute: minuteOfWeek(parts.slice(3)),
  }))

const minuteOfWeek = ([day, hour, at]: readonly (string | undefined)[]) => ({
  day_of_week: Number(day),
  hour: Number(hour),
  minute: Number(at),
})
