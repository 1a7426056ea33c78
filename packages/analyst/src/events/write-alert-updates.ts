import type { Transaction } from '@wachta/database'
import { addJobs, makeNotifyJobs, makeNotifyTimer } from '@wachta/queue'
import { sql } from 'kysely'
import {
  encodeBooleans,
  encodeInt8s,
  encodeNullableInt8s,
  encodeNullableTimestamps,
  encodeTimestamps,
} from '../store/binary-array.ts'
import type { AlertUpdate } from './alert-update.ts'
import { type AlertCounts, type WrittenAlerts, writeAlerts } from './write-alerts.ts'
import { writeChanges } from './write-changes.ts'

export interface NotificationRequest {
  readonly now: number
  /** The time until which notifications of new failures are held because of a mass change. */
  readonly held_until: number | null
}

export interface AlertListener {
  /** Called with the number of alerts that started and ended, once that is committed. */
  readonly onAlerts?: (counts: AlertCounts) => void
}

const noAlerts: AlertCounts = { started: 0, ended: 0 }

/**
 * Stores updates of alerts, and adds the jobs that notify people. The number of SQL statements does not grow with the
 * number of updates.
 */
export async function writeAlertUpdates(
  tx: Transaction,
  updates: readonly (AlertUpdate | undefined)[],
  request: NotificationRequest,
): Promise<AlertCounts> {
  const all = updates.filter((update) => update !== undefined).toSorted(compareSubjects)
  if (all.length === 0) return noAlerts
  const written = await writeAlerts(tx, all, request)
  await writeStatuses(tx, all, written)
  await writeChanges(tx, all, written)
  await disableAcknowledged(tx, [...written.ids.values()])
  const { held_until } = request
  const timers = held_until === null ? [] : written.held.map((id) => makeNotifyTimer(id, held_until))
  await addJobs(tx, [...makeNotifyJobs(written.toNotify), ...timers])
  return written.counts
}

/** Disables the statuses of new alerts whose incident was acknowledged before. */
async function disableAcknowledged(tx: Transaction, occurrenceIds: readonly number[]): Promise<void> {
  if (occurrenceIds.length === 0) return
  await tx.query(sql`with acknowledged as materialized (
  select id, service_id, event_id, start_time from occurrence
  where id = any(${occurrenceIds}) and acknowledged_at is not null and end_time is null),
changed as (
  update event_status_change c set status = 'disabled' from acknowledged a
  where c.service_id = a.service_id and c.event_id = a.event_id and c.start_time = a.start_time and c.status = 'active')
update event_status s set status = 'disabled', analysis_time = null from acknowledged a
where s.service_id = a.service_id and s.occurrence_id = a.id and s.status = 'active'`)
}

const compareSubjects = ({ subject: one }: AlertUpdate, { subject: other }: AlertUpdate): number =>
  one.service_id - other.service_id || (one.event_id ?? 0) - (other.event_id ?? 0)

const upsert = `insert into event_status as s (service_id, event_id, sensor_id, owner_id, status, since, analysis_time, signal,
  signal_since, due_at, starts, is_flapping, occurrence_id)
select service_id, event_id, sensor_id, owner_id, status, since, analysis_time, signal, signal_since, due_at,
  starts::timestamptz[], is_flapping, occurrence_id
from unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::bool[],
    $9::timestamptz[], $10::timestamptz[], $11::text[], $12::bool[], $13::int8[])
  n (service_id, event_id, sensor_id, owner_id, status, since, analysis_time, signal, signal_since, due_at, starts, is_flapping,
    occurrence_id)
on conflict (service_id, event_id, sensor_id) do update set status = excluded.status, since = excluded.since,
  analysis_time = case when s.status = excluded.status then s.analysis_time else excluded.analysis_time end,
  note = case when s.status = excluded.status then s.note else '' end,
  signal = excluded.signal, signal_since = excluded.signal_since, due_at = excluded.due_at, starts = excluded.starts,
  is_flapping = excluded.is_flapping, occurrence_id = excluded.occurrence_id`

async function writeStatuses(
  tx: Transaction,
  all: readonly AlertUpdate[],
  { ids, analyses }: WrittenAlerts,
): Promise<void> {
  const findAnalysisTime = ({ changes }: AlertUpdate) => {
    const last = changes.at(-1)
    return (last && analyses.get(last)) ?? null
  }
  await tx.run({
    text: upsert,
    values: [
      encodeInt8s(all, ({ subject }) => subject.service_id),
      encodeNullableInt8s(all, ({ subject }) => subject.event_id),
      encodeNullableInt8s(all, ({ subject }) => subject.sensor_id),
      encodeInt8s(all, ({ subject }) => subject.owner_id),
      all.map(({ state }) => state.status),
      encodeTimestamps(all, ({ state }) => state.since),
      encodeNullableTimestamps(all, findAnalysisTime),
      encodeBooleans(all, ({ state }) => state.signal),
      encodeTimestamps(all, ({ state }) => state.signal_since),
      encodeNullableTimestamps(all, ({ due }) => due),
      all.map(({ state }) => toTimeArray(state.starts)),
      encodeBooleans(all, ({ state }) => state.isFlapping),
      encodeNullableInt8s(all, (update) => ids.get(update) ?? update.before?.occurrence_id ?? null),
    ],
  })
}

const toTimeArray = (times: readonly number[]): string => `{${times.map((at) => new Date(at).toISOString()).join(',')}}`
