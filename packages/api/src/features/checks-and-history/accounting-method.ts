import { defaultMethod, type ServiceHistory, toZoneName, type WeeklyWindow } from '@wachta/domain'
import { type Call, type QueryParameter, reject } from '@wachta/resource'
import { key } from '@wachta/resource/field'
import { Type } from 'typebox'

const maxWindows = 100
const minutePattern = '([1-7])T([01][0-9]|2[0-3]):([0-5][0-9])'
const windowPattern = `${minutePattern}-${minutePattern}`
const windowExample = '1T08:00-1T16:00'

const buildCountParameter = (
  name: 'unknown' | 'paused' | 'suspended' | 'corrected',
  description: string,
): QueryParameter => ({
  name,
  schema: Type.Boolean({ default: defaultMethod[name] }),
  description,
})

/** The query parameters that say which time counts in a service level. */
export const methodParameters: readonly QueryParameter[] = [
  buildCountParameter(
    'unknown',
    'Whether time of unknown status counts as time that was not ok; otherwise it is left out.',
  ),
  buildCountParameter('paused', 'Whether paused time counts as time that was not ok; otherwise it is left out.'),
  buildCountParameter(
    'suspended',
    'Whether time in suspensions that only suppress notifications counts; otherwise it is left out.',
  ),
  buildCountParameter('corrected', 'Whether corrections are applied; otherwise the figures are as measured.'),
  {
    name: 'business_hours',
    schema: Type.String({
      pattern: `^${windowPattern}(,${windowPattern})*$`,
      maxLength: maxWindows * (windowExample.length + 1) - 1,
    }),
    description: `Weekly windows, separated by commas, at most ${maxWindows}: \`${windowExample}\` is Monday from 08:00 to 16:00. Time outside them is left out. Default: all time counts.`,
  },
  {
    name: 'time_zone_id',
    schema: key().schema,
    description: "Time zone of the business hours; default: that of the owner's account.",
  },
]

/** Reads the accounting method from the query: the fields that replace the defaults of a history. */
export function parseMethod({ query }: Pick<Call, 'query'>): Pick<ServiceHistory, 'method' | 'businessZone'> {
  const parseFlag = (given: unknown, defaultValue: boolean) => (given === undefined ? defaultValue : given === 'true')
  const zone = query['time_zone_id']
  const businessZone = zone === undefined ? undefined : (toZoneName(String(zone)) ?? rejectUnknownZone())
  return {
    method: {
      unknown: parseFlag(query['unknown'], defaultMethod.unknown),
      paused: parseFlag(query['paused'], defaultMethod.paused),
      suspended: parseFlag(query['suspended'], defaultMethod.suspended),
      corrected: parseFlag(query['corrected'], defaultMethod.corrected),
      business_hours: parseWindows(String(query['business_hours'] ?? '')),
    },
    ...(businessZone !== undefined && { businessZone }),
  }
}

const rejectUnknownZone = () => reject('unknown_reference', 'query.time_zone_id')

/** The schema of the parameter has validated the text. */
const parseWindows = (text: string): WeeklyWindow[] =>
  [...text.matchAll(new RegExp(windowPattern, 'g'))].map(([, ...parts]) => ({
    start_minute: toMinuteOfWeek(parts.slice(0, 3)),
    end_minute: toMinuteOfWeek(parts.slice(3)),
  }))

const toMinuteOfWeek = ([day, hour, minute]: readonly (string | undefined)[]) => ({
  day_of_week: Number(day),
  hour: Number(hour),
  minute: Number(minute),
})
