import {
  type Correction,
  fromMinute,
  type Interval,
  type ServiceHistory,
  type ServiceStatus,
  type StatusInterval,
  type SuspensionVersions,
  subtractIntervals,
  suspensionsInForce,
  type Validity,
  zoneName,
} from '@wachta/domain'
import { type Call, reject } from '@wachta/resource'
import { sql } from 'kysely'
import type { Range } from '../../platform/range.ts'
import { defaultMethod } from './accounting-method.ts'

/** The number of suspension versions that take a fifth of a second; more would block other requests. */
const maxVersions = 5_000

interface Span {
  readonly start: number
  readonly end: number
}

interface Found {
  readonly zone: string
  readonly created_at: number
  readonly changes: readonly (Span & { status: ServiceStatus })[]
  readonly inactive: readonly Span[]
  readonly corrections: readonly (Span & { id: number; status: ServiceStatus; created_at: number })[]
  readonly one_off: SuspensionVersions['oneOff']
  readonly weekly: readonly (Validity & {
    start_minute: number
    end_minute: number
    only_notifications: boolean
    time_zone_id: string
  })[]
}

/**
 * Loads everything that the service level of a range is computed from, up to now. Suspensions are read as they were in
 * force at the time, not as they are now.
 */
export async function serviceHistory(service: number, { from, to }: Range, { db, now }: Call): Promise<ServiceHistory> {
  const end = new Date(Math.max(Math.min(to.getTime(), now.getTime()), from.getTime()))
  const [found] = await db.query(storedHistory(service, from, end))
  const { changes = [], inactive = [], corrections = [], one_off = [], weekly = [], zone = '' } = found ?? {}
  if (one_off.length > maxVersions || weekly.length > maxVersions) reject('too_many_changes_in_range', 'query.from')
  const versions = { oneOff: one_off, weekly: weekly.map(weeklyVersion) }
  return {
    from: from.getTime(),
    to: end.getTime(),
    raw: seen(changes, inactive),
    corrections: corrections as readonly Correction<ServiceStatus>[],
    suspensions: { oneOff: suspensionsInForce(versions, from.getTime(), end.getTime()), weekly: [] },
    zone: zoneName(zone) ?? 'UTC',
    method: defaultMethod,
    ...(found && { since: firstKnown(found) }),
  }
}

/** What was measured or corrected counts, even if it is older than the service itself. */
const firstKnown = ({ created_at, changes, inactive, corrections }: Found): number =>
  [...changes, ...inactive, ...corrections].reduce((first, { start }) => Math.min(first, start), created_at)

function storedHistory(service: number, from: Date, end: Date) {
  const within = sql`start_time < ${end} and coalesce(end_time, 'infinity') > ${from}`
  const span = (start: string, finish: string) =>
    sql`extract(epoch from ${sql.id(start)}) * 1000 as start, extract(epoch from least(${sql.id(finish)}, ${end})) * 1000 as "end"`
  const valid = (row: string) => sql`${sql.id(row, 'valid_from')} < ${end} and ${sql.id(row, 'valid_to')} > ${from}`
  // Cut to the range, because JSON has no infinity.
  const validity = (...rows: string[]) => {
    const of = (column: string) => sql.join(rows.map((row) => sql.id(row, column)))
    return sql`extract(epoch from greatest(${of('valid_from')}, ${from})) * 1000 as valid_from,
      extract(epoch from least(${of('valid_to')}, ${end})) * 1000 as valid_to`
  }
  const list = (query: ReturnType<typeof sql>) => sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`
  return sql<Found>`select a.time_zone_id as zone, (extract(epoch from v.created_at) * 1000)::double precision as created_at,
  ${list(sql`select ${span('start_time', 'end_time')}, status from status_change where service_id = ${service} and ${within} order by start_time`)} as changes,
  ${list(sql`select ${span('effective_from', 'effective_to')} from service_revision where service_id = ${service} and not is_active
    and effective_from < ${end} and coalesce(effective_to, 'infinity') > ${from}`)} as inactive,
  ${list(sql`select id, ${span('start_time', 'end_time')}, status, extract(epoch from created_at) * 1000 as created_at
    from correction where service_id = ${service} and ${within}`)} as corrections,
  ${list(sql`select ${span('start_time', 'end_time')}, only_notifications, ${validity('s')}
    from suspension_version s where service_id = ${service} and ${within} and ${valid('s')} limit ${maxVersions + 1}`)} as one_off,
  ${list(sql`select w.start_minute, w.end_minute, w.only_notifications, z.time_zone_id, ${validity('w', 'z')}
    from weekly_suspension_version w join account_time_zone_version z
      on z.account_id = v.owner_id and z.valid_from < w.valid_to and z.valid_to > w.valid_from
    where w.service_id = ${service} and ${valid('w')} and ${valid('z')} limit ${maxVersions + 1}`)} as weekly
from service v join account a on a.id = v.owner_id where v.id = ${service}`
}

const weeklyVersion = ({ start_minute, end_minute, time_zone_id, ...version }: Found['weekly'][number]) => ({
  ...version,
  start_minute: fromMinute(start_minute),
  end_minute: fromMinute(end_minute),
  zone: zoneName(time_zone_id) ?? 'UTC',
})

/** Replaces the status by `paused` for the time in which the service was inactive. */
function seen(changes: Found['changes'], inactive: readonly Interval[]): StatusInterval<ServiceStatus>[] {
  const watched = [...Map.groupBy(changes, ({ status }) => status)].flatMap(([status, spans]) =>
    subtractIntervals(spans, inactive).map((one) => ({ ...one, status })),
  )
  return [...watched, ...inactive.map((one) => ({ ...one, status: 'paused' as const }))]
}

/** Splits a history into pieces, for charts. */
export function inPieces(history: ServiceHistory, pieces: readonly Interval[]): ServiceHistory[] {
  const { oneOff } = history.suspensions
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
