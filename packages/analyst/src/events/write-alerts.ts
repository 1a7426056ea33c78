import type { Transaction } from '@wachta/database'
import type { EventChange } from '@wachta/domain'
import {
  encodeBooleans,
  encodeInt8s,
  encodeNullableInt8s,
  encodeNullableTimestamps,
  encodeTimestamps,
} from '../store/binary-array.ts'
import type { AlertUpdate } from './alert-update.ts'
import { collectAlerts, type EndedAlert, type StartedAlert } from './collect-alerts.ts'

/** The alerts (rows of `occurrence`) that were written. */
export interface WrittenAlerts {
  /** The id of the newest alert of each update that starts one. */
  readonly ids: ReadonlyMap<AlertUpdate, number>
  /** The time of the analysis that caused a change; only for rules about the status. */
  readonly analyses: ReadonlyMap<EventChange, number>
  /** Alerts to notify of now. */
  readonly toNotify: readonly number[]
  /** Alerts to notify of when the hold is over. */
  readonly held: readonly number[]
  /** The number of alerts that started and ended. */
  readonly counts: AlertCounts
}

/** The numbers of alerts that started and ended. */
export interface AlertCounts {
  readonly started: number
  readonly ended: number
}

/**
 * Stores ended alerts first, then started ones in order of time, because the database adds each new alert to the
 * incident that is open at its start. New failures that are still open are held until `held_until`.
 */
export async function writeAlerts(
  tx: Transaction,
  all: readonly AlertUpdate[],
  { now, held_until }: { readonly now: number; readonly held_until: number | null },
): Promise<WrittenAlerts> {
  const { started, ended } = collectAlerts(all)
  const ids = new Map<AlertUpdate, number>()
  const analyses = new Map<EventChange, number>()
  const toNotify = ended.map(({ occurrence_id }) => occurrence_id)
  const held: number[] = []
  const counts = { started: 0, ended: 0 }
  for (const row of await updateEnded(tx, ended)) {
    counts.ended += 1
    const alert = ended[row.ordinal - 1]
    if (alert !== undefined && row.end_analysis !== null) analyses.set(alert.end, row.end_analysis)
  }
  const getHoldEnd = ({ update, end }: StartedAlert) => (end === undefined && watchesStatus(update) ? held_until : null)
  for (const row of await insertStarted(tx, started, { now, getHoldEnd })) {
    const alert = started[row.ordinal - 1]
    if (alert === undefined) continue
    ids.set(alert.update, row.id)
    counts.started += 1
    if (alert.end !== undefined) counts.ended += 1
    if (row.analysis !== null) analyses.set(alert.start, row.analysis)
    if (row.end_analysis !== null && alert.end !== undefined) analyses.set(alert.end, row.end_analysis)
    if (getHoldEnd(alert) === null) toNotify.push(row.id)
    else held.push(row.id)
  }
  return { ids, analyses, toNotify, held, counts }
}

const watchesStatus = ({ subject }: AlertUpdate): boolean => subject.watches === 'status'

interface InsertedRow {
  /** The position of the alert in the list that was written, from 1. */
  readonly ordinal: number
  readonly id: number
  readonly analysis: number | null
  readonly end_analysis: number | null
}

/** SQL that joins the last change to the status, at the time or before it, to the alert `n` about a status. */
const joinLastStatusChange = (
  status: 'failure' | 'ok',
  time: string,
) => `left join lateral (select c.start_time, c.error_type_id
  from status_change c where n.of_status and c.service_id = n.service_id and c.status = '${status}' and c.start_time <= n.${time}
  order by c.start_time desc limit 1)`

const toMilliseconds = (time: string) => `(extract(epoch from ${time}) * 1000)::int8`

const insertStatement = `with started as materialized (
  select n.*, f.start_time as analysis_time, f.error_type_id, r.start_time as end_analysis_time
  from unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[], $5::bool[], $6::timestamptz[], $7::timestamptz[], $8::bool[],
      $9::timestamptz[], $10::text[], $11::timestamptz[], $12::timestamptz[]) with ordinality
    n (service_id, event_id, sensor_id, owner_id, of_status, start_time, seen, is_flapping, end_time, end_reason, end_seen, held_until, ordinal)
  ${joinLastStatusChange('failure', 'seen')} f on true
  ${joinLastStatusChange('ok', 'end_seen')} r on true),
written as (
  insert into occurrence (service_id, event_id, sensor_id, owner_id, start_time, end_time, end_reason, analysis_time,
    end_analysis_time, error_type_id, is_flapping, held_until, decided_at)
  select service_id, event_id, sensor_id, owner_id, start_time, end_time, end_reason, analysis_time, end_analysis_time,
    error_type_id, is_flapping, held_until, $13::timestamptz from started order by start_time, ordinal
  on conflict do nothing returning id, service_id, event_id, sensor_id, start_time)
select s.ordinal, w.id, ${toMilliseconds('s.analysis_time')} as analysis, ${toMilliseconds('s.end_analysis_time')} as end_analysis
from started s join written w on w.service_id = s.service_id and w.start_time = s.start_time
  and w.event_id is not distinct from s.event_id and w.sensor_id is not distinct from s.sensor_id order by w.id`

async function insertStarted(
  tx: Transaction,
  started: readonly StartedAlert[],
  { now, getHoldEnd }: { readonly now: number; readonly getHoldEnd: (alert: StartedAlert) => number | null },
): Promise<InsertedRow[]> {
  if (started.length === 0) return []
  return tx.run<InsertedRow>({
    text: insertStatement,
    values: [
      encodeInt8s(started, ({ update }) => update.subject.service_id),
      encodeNullableInt8s(started, ({ update }) => update.subject.event_id),
      encodeNullableInt8s(started, ({ update }) => update.subject.sensor_id),
      encodeInt8s(started, ({ update }) => update.subject.owner_id),
      encodeBooleans(started, ({ update }) => watchesStatus(update)),
      encodeTimestamps(started, ({ start }) => start.at),
      encodeTimestamps(started, ({ start }) => start.signal_since),
      encodeBooleans(started, ({ start }) => start.isFlapping),
      encodeNullableTimestamps(started, ({ end }) => end?.at ?? null),
      started.map(({ end }) => end?.reason ?? null),
      encodeNullableTimestamps(started, ({ end }) => getRecoverySignalTime(end)),
      encodeNullableTimestamps(started, getHoldEnd),
      new Date(now),
    ],
  })
}

/** Returns the time of the signal that ended the alert; null if it is open, or ended without recovery. */
const getRecoverySignalTime = (end: EndedAlert['end'] | undefined): number | null =>
  end?.reason === 'recovered' ? end.signal_since : null

const updateStatement = `with ended as materialized (
  select n.*, r.start_time as end_analysis_time
  from unnest($1::int8[], $2::int8[], $3::bool[], $4::timestamptz[], $5::text[], $6::timestamptz[]) with ordinality
    n (id, service_id, of_status, end_time, end_reason, end_seen, ordinal)
  ${joinLastStatusChange('ok', 'end_seen')} r on true)
update occurrence o set end_time = greatest(e.end_time, o.start_time), end_reason = e.end_reason,
  end_analysis_time = e.end_analysis_time
from ended e where o.id = e.id and o.end_time is null
returning e.ordinal, ${toMilliseconds('e.end_analysis_time')} as end_analysis`

async function updateEnded(
  tx: Transaction,
  ended: readonly EndedAlert[],
): Promise<Pick<InsertedRow, 'ordinal' | 'end_analysis'>[]> {
  if (ended.length === 0) return []
  // Locked in the order of their ids, as everywhere, to avoid deadlocks: an update locks rows in any order.
  await tx.run({
    text: 'select from occurrence where id = any($1::int8[]) order by id for update',
    values: [encodeInt8s(ended, ({ occurrence_id }) => occurrence_id)],
  })
  return tx.run({
    text: updateStatement,
    values: [
      encodeInt8s(ended, ({ occurrence_id }) => occurrence_id),
      encodeInt8s(ended, ({ update }) => update.subject.service_id),
      encodeBooleans(ended, ({ update }) => watchesStatus(update)),
      encodeTimestamps(ended, ({ end }) => end.at),
      ended.map(({ end }) => end.reason),
      encodeNullableTimestamps(ended, ({ end }) => getRecoverySignalTime(end)),
    ],
  })
}
