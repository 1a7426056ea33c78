import type { Transaction } from '@wachta/database'
import { omitZeroLength } from '@wachta/domain'
import { sql } from 'kysely'
import { encodeInt8s, encodeNullableInt4s, encodeNullableTimestamps } from './binary-array.ts'
import type { CurrentState, StatusStart } from './service-status.ts'

/**
 * Stores the current state of services, except deleted ones. With `mayBeOutdated`, the given states may be older than
 * the stored ones: a stored state whose `status` or `since` differs is newer, and is not overwritten.
 */
export async function writeServiceStates(
  tx: Transaction,
  currentStates: ReadonlyMap<number, CurrentState>,
  { mayBeOutdated = false }: { readonly mayBeOutdated?: boolean } = {},
): Promise<void> {
  if (currentStates.size === 0) return
  const rows = [...currentStates].map(([service_id, { state, response_time, failing_sensor_ids, error_type_id }]) => ({
    service_id,
    status: state.status,
    since: new Date(state.since),
    last_time: toDate(state.last_slot),
    last_ok_time: toDate(state.last_ok),
    last_error_time: toDate(state.last_error),
    response_time,
    failing_sensor_ids: `{${failing_sensor_ids.join(',')}}`,
    error_type_id,
  }))
  await tx.query(sql`insert into service_state as st (service_id, status, since, last_time, last_ok_time, last_error_time,
  response_time, failing_sensor_ids, error_type_id)
select n.service_id, n.status, n.since, n.last_time, n.last_ok_time, n.last_error_time, n.response_time,
  n.failing_sensor_ids::bigint[], n.error_type_id
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, status text, since timestamptz, last_time timestamptz,
  last_ok_time timestamptz, last_error_time timestamptz, response_time integer, failing_sensor_ids text, error_type_id bigint)
join (select id from service where id = any(${[...currentStates.keys()]}) order by id for key share) v on v.id = n.service_id order by n.service_id
on conflict (service_id) do update set status = excluded.status, since = excluded.since, last_time = excluded.last_time,
  last_ok_time = excluded.last_ok_time, last_error_time = excluded.last_error_time, response_time = excluded.response_time,
  failing_sensor_ids = excluded.failing_sensor_ids, error_type_id = excluded.error_type_id
where not ${mayBeOutdated}::boolean or (st.status = excluded.status and st.since = excluded.since)`)
}

/**
 * Stores the times and the response time of the latest analysis of services that have a row in `service_state` and no
 * failing sensors; their status and its start are not written. Rows are locked in the order of their keys, as in
 * `commit` of the store, which can run at the same time, so that there are no deadlocks.
 */
export async function writeLatestAnalyses(
  tx: Transaction,
  currentStates: readonly (readonly [number, CurrentState])[],
): Promise<void> {
  if (currentStates.length === 0) return
  await tx.run({
    name: 'write latest analyses',
    text: `update service_state st set last_time = n.last_time, last_ok_time = n.last_ok_time, last_error_time = n.last_error_time,
  response_time = n.response_time, failing_sensor_ids = '{}', error_type_id = null
from (select u.* from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::int4[])
    u (service_id, last_time, last_ok_time, last_error_time, response_time)
  join service_state l on l.service_id = u.service_id order by l.service_id for no key update of l) n
where st.service_id = n.service_id`,
    values: [
      encodeInt8s(currentStates, ([id]) => id),
      encodeNullableTimestamps(currentStates, ([, { state }]) => state.last_slot),
      encodeNullableTimestamps(currentStates, ([, { state }]) => state.last_ok),
      encodeNullableTimestamps(currentStates, ([, { state }]) => state.last_error),
      encodeNullableInt4s(currentStates, ([, { response_time }]) => response_time),
    ],
  })
}

const toDate = (slot: number | null): Date | null => (slot === null ? null : new Date(slot))

/** Stores the statuses that begin, in order for each service, and ends the previous ones. */
export async function writeStatusStarts(
  tx: Transaction,
  statusStarts: ReadonlyMap<number, readonly StatusStart[]>,
): Promise<void> {
  if (statusStarts.size === 0) return
  const rows = [...statusStarts].flatMap(([service_id, all]) => {
    const starts = omitZeroLength(all)
    return starts.map(({ status, start, error_type_id }, index) => {
      const next = starts[index + 1]
      return {
        service_id,
        status,
        start_time: new Date(start),
        end_time: next === undefined ? null : new Date(next.start),
        error_type_id,
        is_first: index === 0,
      }
    })
  })
  const newRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, status text, start_time timestamptz,
  end_time timestamptz, error_type_id bigint, is_first boolean)`
  await tx.query(sql`update status_change c set end_time = n.start_time from ${newRows}
where n.is_first and c.service_id = n.service_id and c.end_time is null and c.start_time < n.start_time`)
  await tx.query(sql`insert into status_change (service_id, owner_id, status, start_time, end_time, error_type_id)
select n.service_id, v.owner_id, n.status, n.start_time, n.end_time, n.error_type_id from ${newRows} join service v on v.id = n.service_id
order by n.service_id, n.start_time on conflict (service_id, start_time) do update set status = excluded.status,
  end_time = excluded.end_time, error_type_id = excluded.error_type_id`)
}

/**
 * Locks services in the order of their ids, and returns those that still exist. Transactions that write to several
 * services first lock them in this order, so that there are no deadlocks.
 */
export async function lockServices(tx: Transaction, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await tx.query(
    sql<{ id: number }>`select id from service where id = any(${ids}) order by id for no key update`,
  )
  return new Set(found.map(({ id }) => id))
}

/**
 * Writes the status to the services themselves, where the API reads it. An inactive, archived or suspended service
 * stays paused. If the status stays the same, its start is only changed for `ok` and `failure`, where a late result can
 * move it: `paused` and `unknown` began when the API paused or resumed the service, a moment before the analyst
 * noticed.
 */
export async function writePublishedStatuses(
  tx: Transaction,
  statuses: ReadonlyMap<number, Pick<StatusStart, 'status' | 'start'>>,
): Promise<void> {
  if (statuses.size === 0) return
  const rows = [...statuses].map(([id, { status, start }]) => ({ id, status, since: new Date(start) }))
  await tx.query(sql`update service v set status = n.status, status_since = n.since
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id bigint, status text, since timestamptz)
where v.id = n.id and (v.status <> n.status or (n.status in ('ok', 'failure') and v.status_since <> n.since))
  and (n.status = 'paused' or (v.is_active and not v.is_archived and not v.is_suspended))`)
}
