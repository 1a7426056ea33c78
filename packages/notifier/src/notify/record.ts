import { type Transaction, toEpochMilliseconds } from '@wachta/database'
import type { Progress, RoundMessage, RoundOutcome } from '@wachta/domain'
import { sql } from 'kysely'
import type { LoadedAlert } from './alerts.ts'

export interface LoadedProgress extends Progress {
  readonly occurrence_id: number
  readonly escalation_id: number | null
}

/**
 * Loads what is recorded about the alerts, one row per address and round. Only notifications to contacts (style `c`)
 * and legacy notifications (style `o`) count.
 */
export function loadProgress(tx: Transaction, alertIds: readonly number[]): Promise<LoadedProgress[]> {
  return tx.query(sql<LoadedProgress>`select occurrence_id, escalation_id, address_id, channel_id, address,
  bool_or(kind = 'start') as "hasStart", min(reason) filter (where step = 'start:0' and status = 'suppressed') as reason,
  bool_or(step = 'start:0:later') as "hasLater", bool_or(kind = 'end') as "hasEnd",
  bool_or(kind = 'start' and status = 'suppressed' and reason = 'acknowledged') as "wasAcknowledged", bool_or(step = 'start:0:resumed') as "hasResumed",
  ${toEpochMilliseconds("min(created_at) filter (where kind = 'start' and status <> 'suppressed')")} as addressed_at, bool_or(kind = 'start' and status in ('sent', 'pending')) as "isNotified",
  coalesce(max(repeat_number) filter (where kind = 'start'), 0) as repeat_number
from notification where occurrence_id = any(${alertIds}) and style in ('c', 'o') and address_id is not null
group by occurrence_id, escalation_id, address_id, channel_id, address`)
}

export interface LoadedStatus {
  readonly occurrence_id: number
  readonly escalation_id: number
  readonly first_time: number | null
}

export function loadStatuses(tx: Transaction, alertIds: readonly number[]): Promise<LoadedStatus[]> {
  return tx.query(sql<LoadedStatus>`select occurrence_id, escalation_id, ${toEpochMilliseconds('first_time')} as first_time
from escalation_status where occurrence_id = any(${alertIds})`)
}

/** The decision on one alert in one round. */
export interface RoundDecision {
  readonly alert: LoadedAlert
  readonly escalation_id: number | null
  readonly outcome: RoundOutcome
}

export interface RecordedMessage {
  readonly id: number
  readonly channel_id: string
  readonly address: string
  readonly status: 'pending' | 'suppressed'
  readonly reason: string | null
}

/** Records the messages. Messages that are already recorded stay as they are and are not returned. */
export async function recordMessages(
  tx: Transaction,
  decisions: readonly RoundDecision[],
  now: Date,
): Promise<RecordedMessage[]> {
  const rows = decisions.flatMap((one) => one.outcome.messages.map((message) => toRow(one, message)))
  if (rows.length === 0) return []
  return tx.query(sql<RecordedMessage>`insert into notification (account_id, style, kind, repeat_number, occurrence_id, service_id, event_id, escalation_id,
  contact_id, address_id, channel_id, address, language_id, status, reason, created_at, next_attempt_at, step)
select r.account_id, r.style, r.kind, r.repeat_number, r.occurrence_id, r.service_id, r.event_id, r.escalation_id, r.contact_id, r.address_id,
  r.channel_id, r.address, r.language_id, case when r.reason is null then 'pending' else 'suppressed' end, r.reason, ${now}::timestamptz,
  case when r.reason is null then ${now}::timestamptz end, r.step
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (account_id bigint, style "char", kind text, repeat_number int, occurrence_id bigint,
  service_id bigint, event_id bigint, escalation_id bigint, contact_id bigint, address_id bigint, channel_id text, address text, language_id text,
  reason text, step text)
on conflict do nothing returning id, channel_id, address, status, reason`)
}

function toRow(
  { alert, escalation_id }: RoundDecision,
  { recipient, kind, repeat_number, step, reason }: RoundMessage,
) {
  const { contact_id, address_id, channel_id, address, language_id } = recipient
  return {
    ...{ account_id: alert.owner_id, style: alert.event_id === null ? 'o' : 'c', kind, repeat_number },
    ...{
      occurrence_id: alert.id,
      service_id: alert.service_id,
      event_id: alert.event_id,
      escalation_id,
    },
    ...{ contact_id, address_id, channel_id, address, language_id, step, reason },
  }
}

/** Records the progress of escalations. `sent` counts the start and its repeats, whatever the number of addresses. */
export async function recordStatuses(tx: Transaction, decisions: readonly RoundDecision[]): Promise<void> {
  const rows = decisions
    .filter(({ escalation_id }) => escalation_id !== null)
    .map(({ alert, escalation_id, outcome: { status, next, first_time } }) => ({
      ...{ occurrence_id: alert.id, escalation_id, service_id: alert.service_id },
      ...{ event_id: alert.event_id, owner_id: alert.owner_id, status },
      ...{ next_time: toIsoTime(next), first_time: toIsoTime(first_time) },
    }))
  if (rows.length === 0) return
  await tx.query(sql`insert into escalation_status as s (occurrence_id, escalation_id, service_id, event_id, owner_id, status, next_time, first_time, sent)
select r.*, (select count(distinct n.repeat_number) from notification n where n.occurrence_id = r.occurrence_id
  and n.escalation_id = r.escalation_id and n.kind = 'start' and n.status <> 'suppressed')
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (occurrence_id bigint, escalation_id bigint, service_id bigint, event_id bigint, owner_id bigint,
  status text, next_time timestamptz, first_time timestamptz)
on conflict (occurrence_id, escalation_id) do update set status = excluded.status, next_time = excluded.next_time,
  first_time = excluded.first_time, sent = excluded.sent`)
}

const toIsoTime = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()
