import { type Queryable, toEpochMilliseconds } from '@wachta/database'
import type { ShownService } from '@wachta/domain'
import { sql } from 'kysely'

/** A service of a component, with its current status. */
export interface ComponentService extends ShownService {
  readonly page_id: number
  readonly component_id: number
  readonly service_id: number
  /** The creation time in epoch milliseconds. */
  readonly created_at: number
}

const openIncident = sql`select from incident i where i.service_id = s.id and i.sensor_id is null and i.end_time is null`

/** Loads the services of all components of the pages. Archived services of a group are left out. */
export const loadComponentServices = (db: Queryable, pages: readonly number[]): Promise<ComponentService[]> =>
  db.query(sql<ComponentService>`select m.page_id, m.component_id, s.id as service_id, s.status,
  s.is_suspended or s.is_silenced as "isInMaintenance",
  exists (${openIncident} and i.kind = 'failure') as "isFailing",
  exists (${openIncident} and i.kind <> 'failure') as "isDegraded",
  ${toEpochMilliseconds('m.created_at')} as created_at
from (
  select c.status_page_id as page_id, c.id as component_id, v.id as service_id, v.created_at
  from status_page_component c join service v on v.id = c.service_id where c.status_page_id = any(${pages}::bigint[])
  union all select c.status_page_id, c.id, v.id, v.created_at
  from status_page_component c join service v on v.group_id = c.group_id and not v.is_archived where c.status_page_id = any(${pages}::bigint[])
) m join service_status_record s on s.id = m.service_id
order by m.page_id, m.component_id, s.id`)

/** Returns the pages with a component that contains one of the services. */
export async function findPagesWithServices(db: Queryable, services: readonly number[]): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`select c.status_page_id as id from status_page_component c
where c.service_id = any(${services}::bigint[])
union select c.status_page_id from service v join status_page_component c on c.group_id = v.group_id
where v.id = any(${services}::bigint[])`)
  return rows.map(({ id }) => id)
}
