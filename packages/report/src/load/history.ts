import type { Queryable } from '@wachta/database'
import {
  type Correction,
  type Interval,
  listSuspensionsInForce,
  type ServiceHistory,
  type ServiceStatus,
  type StatusInterval,
  type SuspensionVersions,
  splitMinuteOfWeek,
  subtractIntervals,
  toZoneName,
} from '@wachta/domain'
import { type RawBuilder, sql } from 'kysely'

export interface LoadedCorrection extends Correction<ServiceStatus> {
  readonly reason: string
  /** The name of the account that created the correction; null if the audit log no longer has it. */
  readonly author: string | null
}

export interface LoadedChange extends StatusInterval<ServiceStatus> {
  readonly error_type_id: number | null
}

/** All data from which the statuses of a service in a range are computed. */
export interface LoadedHistory extends Pick<ServiceHistory, 'raw' | 'suspensions' | 'zone'> {
  readonly changes: readonly LoadedChange[]
  readonly corrections: readonly LoadedCorrection[]
  /** The intervals in which the service was switched off. */
  readonly inactive: readonly Interval[]
  readonly created_at: number
}

/**
 * The maximum number of maintenance window versions. Processing this many takes a fifth of a second; more would delay
 * other work.
 */
const maxVersions = 5_000

/** Thrown if the maintenance windows of a service were changed too often in the range. */
export class TooManyChangesError extends Error {
  override readonly name = 'TooManyChangesError'
}

type WeeklyVersion = SuspensionVersions['weekly'][number]

interface StoredHistory {
  readonly id: number
  readonly zone: string
  readonly created_at: number
  readonly changes: readonly LoadedChange[]
  readonly inactive: readonly Interval[]
  readonly corrections: readonly LoadedCorrection[]
  readonly one_off: SuspensionVersions['oneOff']
  readonly weekly: readonly (Omit<WeeklyVersion, 'zone' | 'start_minute' | 'end_minute'> & {
    readonly start_minute: number
    readonly end_minute: number
    readonly time_zone_id: string
  })[]
}

/**
 * Loads the histories of services, deleted ones included. Maintenance windows are read as they were in force at the
 * time. Throws a TooManyChangesError.
 */
export async function loadHistories(
  db: Queryable,
  ids: readonly number[],
  range: Interval,
): Promise<Map<number, LoadedHistory>> {
  const rows = await db.query(selectHistories(ids, range))
  return new Map(rows.map((row) => [row.id, toHistory(row, range)]))
}

function toHistory(stored: StoredHistory, range: Interval): LoadedHistory {
  const { id, zone, created_at, changes, inactive, corrections, one_off, weekly } = stored
  if (Math.max(one_off.length, weekly.length) > maxVersions)
    throw new TooManyChangesError(`service ${id} has more than ${maxVersions} versions of maintenance windows`)
  const versions = {
    oneOff: one_off,
    weekly: weekly.map(({ start_minute, end_minute, time_zone_id, ...version }) => ({
      ...version,
      start_minute: splitMinuteOfWeek(start_minute),
      end_minute: splitMinuteOfWeek(end_minute),
      zone: toZoneName(time_zone_id) ?? 'UTC',
    })),
  }
  return {
    zone: toZoneName(zone) ?? 'UTC',
    created_at,
    changes,
    inactive,
    raw: addPauses(changes, inactive),
    corrections,
    suspensions: { oneOff: listSuspensionsInForce(versions, range.start, range.end), weekly: [] },
  }
}

/** Adds pauses: while a service is switched off it is paused, regardless of its last analysis. */
function addPauses(changes: readonly LoadedChange[], inactive: readonly Interval[]): StatusInterval<ServiceStatus>[] {
  const watched = [...Map.groupBy(changes, ({ status }) => status)].flatMap(([status, spans]) =>
    subtractIntervals(spans, inactive).map(({ start, end }) => ({ start, end, status })),
  )
  return [...watched, ...inactive.map(({ start, end }) => ({ start, end, status: 'paused' as const }))]
}

type Tables = Record<'changes' | 'corrections' | 'oneOff' | 'weekly', RawBuilder<unknown>>

/**
 * Selects the histories of existing and deleted services. A deleted service has its rows in one JSON value; both kinds
 * get the same form, so that later code need not distinguish them.
 */
function selectHistories(ids: readonly number[], range: Interval) {
  const zones = sql`account_time_zone_version z on z.account_id = v.owner_id and z.valid_from < w.valid_to and z.valid_to > w.valid_from`
  const live: Tables = {
    changes: sql`status_change c where c.service_id = v.id`,
    corrections: sql`correction c where c.service_id = v.id`,
    oneOff: sql`suspension_version s where s.service_id = v.id`,
    weekly: sql`weekly_suspension_version w join ${zones} where w.service_id = v.id`,
  }
  const selectFromJson = (key: string, row: string, join = sql``) =>
    sql`jsonb_to_recordset(v.history -> ${sql.lit(key)}) as ${sql.raw(row)} ${join} where true`
  const span = 'start_time timestamptz, end_time timestamptz'
  const validity = 'only_notifications boolean, valid_from timestamptz, valid_to timestamptz'
  const deleted: Tables = {
    changes: selectFromJson('status_changes', `c(status text, ${span}, error_type_id bigint)`),
    corrections: selectFromJson(
      'corrections',
      `c(id bigint, status text, ${span}, created_at timestamptz, description text)`,
    ),
    oneOff: selectFromJson('suspensions', `s(${span}, ${validity})`),
    weekly: selectFromJson(
      'weekly_suspensions',
      `w(start_minute integer, end_minute integer, ${validity})`,
      sql`join ${zones}`,
    ),
  }
  const createdAt = sql`(extract(epoch from v.created_at) * 1000)::float8 as created_at`
  return sql<StoredHistory>`select v.id, a.time_zone_id as zone, ${createdAt}, ${selectHistoryColumns(live, range)}
from service v join account a on a.id = v.owner_id where v.id = any(${ids}::bigint[])
union all select v.id, a.time_zone_id, ${createdAt}, ${selectHistoryColumns(deleted, range)}
from (select service_id as id, owner_id, created_at, history from deleted_service d
  where service_id = any(${ids}::bigint[]) and not exists (select from service s where s.id = d.service_id)) v
  join account a on a.id = v.owner_id`
}

function selectHistoryColumns(tables: Tables, { start, end }: Interval) {
  const [from, to] = [new Date(start), new Date(end)]
  const toEpochMs = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::float8`
  const selectSpan = (first: string, last: string) =>
    sql`${toEpochMs(sql.ref(first))} as start, ${toEpochMs(sql`least(${sql.ref(last)}, ${to})`)} as "end"`
  const overlapsRange = (first: string, last: string) =>
    sql`${sql.ref(first)} < ${to} and coalesce(${sql.ref(last)}, 'infinity') > ${from}`
  // Cut to the range, because JSON has no infinity.
  const validity = (...rows: string[]) => {
    const listColumns = (column: string) => sql.join(rows.map((row) => sql.ref(`${row}.${column}`)))
    return sql`${toEpochMs(sql`greatest(${listColumns('valid_from')}, ${from})`)} as valid_from,
      ${toEpochMs(sql`least(${listColumns('valid_to')}, ${to})`)} as valid_to`
  }
  const list = (query: RawBuilder<unknown>) => sql`(select coalesce(json_agg(x), '[]') from (${query}) x)`
  const author = sql`(select n.name from audit u join account n on n.id = u.actor_id
    where u.resource = 'correction' and u.object_id::bigint = c.id order by u.id limit 1)`
  return sql`
  ${list(sql`select ${selectSpan('c.start_time', 'c.end_time')}, c.status, c.error_type_id
    from ${tables.changes} and ${overlapsRange('c.start_time', 'c.end_time')} order by c.start_time`)} as changes,
  ${list(sql`select ${selectSpan('r.effective_from', 'r.effective_to')} from service_revision r
    where r.service_id = v.id and not r.is_active and ${overlapsRange('r.effective_from', 'r.effective_to')} order by r.effective_from`)} as inactive,
  ${list(sql`select c.id, ${selectSpan('c.start_time', 'c.end_time')}, c.status, ${toEpochMs(sql`c.created_at`)} as created_at,
    c.description as reason, ${author} as author
    from ${tables.corrections} and ${overlapsRange('c.start_time', 'c.end_time')} order by c.id`)} as corrections,
  ${list(sql`select ${selectSpan('s.start_time', 's.end_time')}, s.only_notifications, ${validity('s')}
    from ${tables.oneOff} and ${overlapsRange('s.start_time', 's.end_time')} and ${overlapsRange('s.valid_from', 's.valid_to')} limit ${maxVersions + 1}`)} as one_off,
  ${list(sql`select w.start_minute, w.end_minute, w.only_notifications, z.time_zone_id, ${validity('w', 'z')}
    from ${tables.weekly} and ${overlapsRange('w.valid_from', 'w.valid_to')} and ${overlapsRange('z.valid_from', 'z.valid_to')} limit ${maxVersions + 1}`)} as weekly`
}
