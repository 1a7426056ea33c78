import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { encodeBooleans, encodeInt8s, encodeNullableTimestamps, encodeTimestamps } from '../store/binary-array.ts'
import type { AlertUpdate } from './alert-update.ts'
import { toSubjectStatuses } from './collect-alerts.ts'
import type { WrittenAlerts } from './write-alerts.ts'

/** Stores the history of rule statuses on services. Legacy notifications have no rule, so they have no history. */
export async function writeChanges(
  tx: Transaction,
  all: readonly AlertUpdate[],
  { analyses }: Pick<WrittenAlerts, 'analyses'>,
): Promise<void> {
  const serviceUpdates = all.filter(({ subject }) => subject.event_id !== null && subject.sensor_id === null)
  const rows = serviceUpdates.flatMap((update) => {
    const statuses = toSubjectStatuses(update)
    return statuses.map(({ status, at, change }, index) => ({
      subject: update.subject,
      status,
      at,
      end: statuses[index + 1]?.at ?? null,
      analysis: (change && analyses.get(change)) ?? null,
      isFirst: index === 0,
      isNew: update.before === undefined,
    }))
  })
  const endingRows = rows.filter(({ isFirst, isNew }) => isFirst && !isNew)
  if (endingRows.length > 0)
    await tx.run({
      text: `update event_status_change c set end_time = n.start_time
from unnest($1::int8[], $2::int8[], $3::timestamptz[]) n (service_id, event_id, start_time)
where c.service_id = n.service_id and c.event_id = n.event_id and c.end_time is null and c.start_time < n.start_time`,
      values: encodeKeys(endingRows),
    })
  if (rows.length > 0)
    await tx.run({
      text: `insert into event_status_change (service_id, event_id, start_time, owner_id, status, end_time, analysis_time)
select service_id, event_id, start_time, owner_id, case when is_active then 'active' else 'inactive' end, end_time, analysis_time
from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::int8[], $5::bool[], $6::timestamptz[], $7::timestamptz[])
  n (service_id, event_id, start_time, owner_id, is_active, end_time, analysis_time)
on conflict (service_id, event_id, start_time) do update set status = excluded.status, end_time = excluded.end_time,
  analysis_time = excluded.analysis_time`,
      values: [
        ...encodeKeys(rows),
        encodeInt8s(rows, ({ subject }) => subject.owner_id),
        encodeBooleans(rows, ({ status }) => status === 'active'),
        encodeNullableTimestamps(rows, ({ end }) => end),
        encodeNullableTimestamps(rows, ({ analysis }) => analysis),
      ],
    })
  await writeSensorChanges(tx, all)
}

const encodeKeys = (rows: readonly Pick<AlertUpdate & { at: number }, 'subject' | 'at'>[]): Buffer[] => [
  encodeInt8s(rows, ({ subject }) => subject.service_id),
  encodeInt8s(rows, ({ subject }) => subject.event_id ?? 0),
  encodeTimestamps(rows, ({ at }) => at),
]

/**
 * Stores the status of rules about sensors. A rule has one status on a service, however many sensors are lost: active
 * while one of their alerts is active, otherwise disabled while one is acknowledged.
 */
async function writeSensorChanges(tx: Transaction, all: readonly AlertUpdate[]): Promise<void> {
  const rows = all.flatMap(({ subject, changes }) => {
    const last = changes.at(-1)
    if (subject.sensor_id === null || last === undefined) return []
    return [{ service_id: subject.service_id, event_id: subject.event_id, at: new Date(last.at) }]
  })
  if (rows.length === 0) return
  await tx.query(sql`with latest as materialized (
  select n.service_id, n.event_id, max(n.at) as at,
    case when bool_or(s.status = 'active') then 'active' when bool_or(s.status = 'disabled') then 'disabled' else 'inactive' end as status
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, event_id bigint, at timestamptz)
  join event_status s on s.service_id = n.service_id and s.event_id = n.event_id group by 1, 2),
changed as materialized (select l.* from latest l left join event_status_change c on c.service_id = l.service_id and c.event_id = l.event_id
  and c.end_time is null where c.status is distinct from l.status and (c.start_time is null or c.start_time < l.at)),
ended as (update event_status_change c set end_time = d.at from changed d
  where c.service_id = d.service_id and c.event_id = d.event_id and c.end_time is null)
insert into event_status_change (service_id, event_id, status, start_time) select service_id, event_id, status, at from changed
on conflict do nothing`)
}
