import type { Queryable, Transaction } from '@wachta/database'
import type { EventRule, EventState } from '@wachta/domain'
import { eventKind } from '@wachta/events'
import { type RawBuilder, sql } from 'kysely'
import type { Subject } from './subject.ts'

/** The stored state of an alert rule on a subject. */
export interface StoredAlert extends Subject {
  readonly state: EventState
  readonly due: number | null
  readonly occurrence_id: number | null
}

interface Row extends Omit<StoredAlert, 'state' | 'rule' | 'watches'>, Omit<EventState, 'isFlapping'>, EventRule {
  /** Null: legacy notifications. */
  readonly kind: string | null
  readonly is_flapping: boolean
}

/** A time in milliseconds since 1970. */
export const milliseconds = (time: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${time}) * 1000)::int8`

/** Reads states. The delays of legacy notifications are not stored here, see `legacySubject`. */
export const readStored = (db: Queryable, condition: RawBuilder<boolean>): Promise<StoredAlert[]> =>
  selectStored(db, condition, sql``)

/**
 * Reads states that are about to be written, and locks them in the order of their ids. Lock their services before, so
 * that no other transaction adds any.
 */
export const lockStored = (tx: Transaction, condition: RawBuilder<boolean>): Promise<StoredAlert[]> =>
  selectStored(tx, condition, sql`for update of s`)

async function selectStored(
  db: Queryable,
  condition: RawBuilder<boolean>,
  lock: RawBuilder<unknown>,
): Promise<StoredAlert[]> {
  const rows = await db.query(sql<Row>`select s.service_id, s.owner_id, s.event_id, s.sensor_id, e.kind,
  coalesce(e.start_delay, 0) * 1000 as start_delay, coalesce(e.end_delay, 0) * 1000 as end_delay,
  s.status, ${milliseconds(sql`s.since`)} as since, s.signal, ${milliseconds(sql`s.signal_since`)} as signal_since,
  array(select ${milliseconds(sql`t.at`)} from unnest(s.starts) with ordinality t (at, place) order by t.place) as starts,
  s.is_flapping, ${milliseconds(sql`s.due_at`)} as due, s.occurrence_id
from event_status s left join event e on e.id = s.event_id where ${condition} order by s.id ${lock}`)
  return rows.map(toStoredAlert)
}

function toStoredAlert({ kind, start_delay, end_delay, is_flapping, ...row }: Row): StoredAlert {
  const { service_id, owner_id, event_id, sensor_id, due, occurrence_id } = row
  const { status, since, signal, signal_since, starts } = row
  return {
    ...{ service_id, owner_id, event_id, sensor_id, due, occurrence_id },
    watches: kind === null ? 'status' : eventKind(kind)?.watches,
    rule: { start_delay, end_delay },
    state: { status, since, signal, signal_since, starts, isFlapping: is_flapping },
  }
}

/** Whether the alert has started (acknowledged or not) or its signal is on, so that there is something to end. */
export const isOn = ({ state }: StoredAlert): boolean => state.status !== 'inactive' || state.signal
