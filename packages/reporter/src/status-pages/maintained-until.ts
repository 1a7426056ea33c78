import { type Queryable, toEpochMilliseconds } from '@wachta/database'
import {
  type AnnounceableIncident,
  type Interval,
  listWeeklyIntervals,
  splitMinuteOfWeek,
  toZoneName,
  type WeeklyWindow,
} from '@wachta/domain'
import { sql } from 'kysely'

type MaintenanceEnd = Required<Pick<AnnounceableIncident, 'maintainedUntil'>>

/** Returns until when the services of open incidents were in a maintenance window that ended in the range. */
export async function loadMaintainedUntil(
  db: Queryable,
  incidents: readonly AnnounceableIncident[],
  range: Interval,
): Promise<ReadonlyMap<number, MaintenanceEnd>> {
  const services = incidents.filter(({ endTime }) => endTime === null).map(({ serviceId }) => serviceId)
  if (services.length === 0 || range.end <= range.start) return new Map()
  const ends = [...(await loadOneOffEnds(db, services, range)), ...(await loadWeeklyEnds(db, services, range))]
  const byService = Map.groupBy(ends, ({ service_id }) => service_id)
  return new Map(
    [...byService].map(([service, serviceEnds]) => [
      service,
      { maintainedUntil: Math.max(...serviceEnds.map(({ end }) => end)) },
    ]),
  )
}

interface WindowEnd {
  readonly service_id: number
  readonly end: number
}

/** Loads the ends of one-off windows. A window that was changed or deleted while it lasted ended at that time. */
function loadOneOffEnds(db: Queryable, services: readonly number[], { start, end }: Interval): Promise<WindowEnd[]> {
  const endColumn = 'least(s.end_time, s.valid_to)'
  return db.query(sql<WindowEnd>`select s.service_id, ${toEpochMilliseconds(endColumn)} as end from suspension_version s
where s.service_id = any(${services}::bigint[]) and ${sql.raw(endColumn)} > ${new Date(start)} and ${sql.raw(endColumn)} <= ${new Date(end)}
  and greatest(s.start_time, s.valid_from) < ${sql.raw(endColumn)}`)
}

interface StoredWeekly {
  readonly service_id: number
  readonly start_minute: number
  readonly end_minute: number
  readonly time_zone_id: string
}

async function loadWeeklyEnds(db: Queryable, services: readonly number[], range: Interval): Promise<WindowEnd[]> {
  const stored = await db.query(sql<StoredWeekly>`select w.service_id, w.start_minute, w.end_minute, a.time_zone_id
from weekly_suspension w join account a on a.id = w.owner_id where w.service_id = any(${services}::bigint[])`)
  return stored.flatMap(({ service_id, start_minute, end_minute, time_zone_id }) => {
    const window: WeeklyWindow = {
      start_minute: splitMinuteOfWeek(start_minute),
      end_minute: splitMinuteOfWeek(end_minute),
    }
    const intervals = listWeeklyIntervals(window, toZoneName(time_zone_id) ?? 'UTC', range)
    return intervals.map(({ end }) => ({ service_id, end }))
  })
}
