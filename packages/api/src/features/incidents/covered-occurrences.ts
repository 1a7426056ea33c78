import type { RowRef } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the alerts that are listed, so that each failure appears once: every failure has a legacy alert, which is
 * omitted if the alert of an alert rule covers the same failure.
 */
export const isListedAlert = (row: RowRef): RawBuilder<boolean> =>
  sql<boolean>`(${row('event_id')} is not null or not exists (select from occurrence r join event e on e.id = r.event_id
where e.kind = 'failure' and r.service_id = ${row('service_id')} and r.start_time <= coalesce(${row('end_time')}, 'infinity')
  and coalesce(r.end_time, 'infinity') >= ${row('start_time')}))`

/** Selects an alert and the legacy alerts of the same failure, because their notifications are shown together. */
export const selectWithLegacy = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${id}::bigint union all select l.id from occurrence r join event e on e.id = r.event_id and e.kind = 'failure'
  join occurrence l on l.service_id = r.service_id and l.event_id is null and l.start_time <= coalesce(r.end_time, 'infinity')
    and coalesce(l.end_time, 'infinity') >= r.start_time
where r.id = ${id}::bigint)`
