import {
  type AccountingMethod,
  type Correction,
  fromMinute,
  type Interval,
  type ServiceHistory,
  type ServiceStatus,
  type StatusInterval,
  subtractIntervals,
  weeklyWindows,
  zoneName,
} from '@wachta/domain'
import type { Call } from '@wachta/resource'
import { sql } from 'kysely'
import type { Range } from './range.ts'

/** What counts where nobody says otherwise: what is known, as it is corrected. */
const usual: AccountingMethod = { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] }

interface Span {
  readonly start: number
  readonly end: number
}

interface Found {
  readonly zone: string
  readonly changes: readonly (Span & { status: ServiceStatus })[]
  readonly inactive: readonly Span[]
  readonly corrections: readonly (Span & { id: number; status: ServiceStatus; created_at: number })[]
  readonly one_off: readonly (Span & { only_notifications: boolean })[]
  readonly weekly: readonly { start_minute: number; end_minute: number; only_notifications: boolean }[]
}

/** All that the service level of a service in a range follows from. What has not happened yet is not in it. */
export async function serviceHistory(service: number, { from, to }: Range, { db, now }: Call): Promise<ServiceHistory> {
  const end = new Date(Math.max(Math.min(to.getTime(), now.getTime()), from.getTime()))
  const within = sql`start_time < ${end} and coalesce(end_time, 'infinity') > ${from}`
  const span = (start: string, finish: string) =>
    sql`extract(epoch from ${sql.id(start)}) * 1000 as start, extract(epoch from least(${sql.id(finish)}, ${end})) * 1000 as "end"`
  const list = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`
  const [found] = await db.query(sql<Found>`select a.time_zone_id as zone,
  ${list(sql`select ${span('start_time', 'end_time')}, status from status_change where service_id = ${service} and ${within} order by start_time`)} as changes,
  ${list(sql`select ${span('effective_from', 'effective_to')} from service_revision where service_id = ${service} and not is_active
    and effective_from < ${end} and coalesce(effective_to, 'infinity') > ${from}`)} as inactive,
  ${list(sql`select id, ${span('start_time', 'end_time')}, status, extract(epoch from created_at) * 1000 as created_at
    from correction where service_id = ${service} and ${within}`)} as corrections,
  ${list(sql`select ${span('start_time', 'end_time')}, only_notifications from suspension where service_id = ${service} and ${within}`)} as one_off,
  ${list(sql`select start_minute, end_minute, only_notifications from weekly_suspension where service_id = ${service}`)} as weekly
from service v join account a on a.id = v.owner_id where v.id = ${service}`)
  const { changes = [], inactive = [], corrections = [], one_off = [], weekly = [], zone = '' } = found ?? {}
  return {
    from: from.getTime(),
    to: end.getTime(),
    raw: seen(changes, inactive),
    corrections: corrections as readonly Correction<ServiceStatus>[],
    suspensions: {
      oneOff: one_off,
      weekly: weekly.map(({ only_notifications, ...one }) => ({
        only_notifications,
        start_minute: fromMinute(one.start_minute),
        end_minute: fromMinute(one.end_minute),
      })),
    },
    zone: zoneName(zone) ?? 'UTC',
    method: usual,
  }
}

/** A service that was not watched was paused, whatever its last analysis had said. */
function seen(changes: Found['changes'], inactive: readonly Interval[]): StatusInterval<ServiceStatus>[] {
  const watched = [...Map.groupBy(changes, ({ status }) => status)].flatMap(([status, spans]) =>
    subtractIntervals(spans, inactive).map((one) => ({ ...one, status })),
  )
  return [...watched, ...inactive.map((one) => ({ ...one, status: 'paused' as const }))]
}

/**
 * The same, piece by piece, as a chart needs it. What comes back every week is written out once: asking the calendar for
 * every piece takes longer than all the rest.
 */
export function inPieces(history: ServiceHistory, pieces: readonly Interval[]): ServiceHistory[] {
  const { from, to, zone, suspensions } = history
  const weekly = suspensions.weekly.flatMap(({ only_notifications, ...window }) =>
    weeklyWindows(window, zone, from, to).map((held) => ({ ...held, only_notifications })),
  )
  const oneOff = [...suspensions.oneOff, ...weekly]
  return pieces.map((piece) => {
    const reaches = ({ start, end }: Interval) => start < piece.end && end > piece.start
    return {
      ...history,
      from: piece.start,
      to: piece.end,
      raw: history.raw.filter(reaches),
      corrections: history.corrections.filter(reaches),
      suspensions: { oneOff: oneOff.filter(reaches), weekly: [] },
    }
  })
}
