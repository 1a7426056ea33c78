import type { Queryable, Transaction } from '@wachta/database'
import type { EventRule, EventState } from '@wachta/domain'
import { findEventKind } from '@wachta/events'
import { type RawBuilder, sql } from 'kysely'
import type { Subject } from './subject.ts'

/** The stored state of an alert rule on a subject. */
export interface StoredAlertState extends Subject {
  readonly state: EventState
  readonly due: number | null
  readonly occurrence_id: number | null
}

interface Row extends Omit<StoredAlertState, 'state' | 'rule' | 'watches'>, Omit<EventState, 'isFlapping'>, EventRule {
  /** Null for legacy notifications. */
  readonly kind: string | null
  readonly is_flapping: boolean
}

/** Converts an SQL timestamp to epoch milliseconds. */
export const toEpochMs = (time: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${time}) * 1000)::int8`

/** Reads states. The delays of legacy notifications are not stored here, see `toLegacySubject`. */
export const readAlertStates = (db: Queryable, condition: RawBuilder<boolean>): Promise<StoredAlertState[]> =>
  selectAlertStates(db, condition, sql``)

/**
 * Reads states that are about to be written, and locks them in the order of their ids. Lock their services first, so
 * that no other transaction adds any.
 */
export const lockAlertStates = (tx: Transaction, condition: RawBuilder<boolean>): Promise<StoredAlertState[]> =>
  selectAlertStates(tx, condition, sql`for update of s`)

async function selectAlertStates(
  db: Queryable,
  condition: RawBuilder<boolean>,
  lock: RawBuilder<unknown>,
): Promise<StoredAlertState[]> {
  const rows = await db.query(sql<Row>`select s.service_id, s.owner_id, s.event_id, s.sensor_id, e.kind,
  coalesce(e.start_delay, 0) * 1000 as "startDelayMs", coalesce(e.end_delay, 0) * 1000 as "endDelayMs",
  s.status, ${toEpochMs(sql`s.since`)} as since, s.signal, ${toEpochMs(sql`s.signal_since`)} as signal_since,
  array(select ${toEpochMs(sql`t.at`)} from unnest(s.starts) with ordinality t (at, ordinal) order by t.ordinal) as starts,
  s.is_flapping, ${toEpochMs(sql`s.due_at`)} as due, s.occurrence_id
from event_status s left join event e on e.id = s.event_id where ${condition} order by s.id ${lock}`)
  return rows.map(toStoredAlertState)
}

function toStoredAlertState({ kind, startDelayMs, endDelayMs, is_flapping, ...row }: Row): StoredAlertState {
  const { service_id, owner_id, event_id, sensor_id, due, occurrence_id } = row
  const { status, since, signal, signal_since, starts } = row
  return {
    ...{ service_id, owner_id, event_id, sensor_id, due, occurrence_id },
    watches: kind === null ? 'status' : findEventKind(kind)?.watches,
    rule: { startDelayMs, endDelayMs },
    state: { status, since, signal, signal_since, starts, isFlapping: is_flapping },
  }
}

/** Whether the alert has started (acknowledged or not), or its signal is on and it waits for its start delay. */
export const isActiveOrPending = ({ state }: StoredAlertState): boolean => state.status !== 'inactive' || state.signal
