import { buildExplainsCondition, isInRuleScope, type Transaction, toEpochMilliseconds } from '@wachta/database'
import type { Interval } from '@wachta/domain'
import { sql } from 'kysely'

/** An alert with the settings of its service and account. Times in milliseconds since 1970. */
export interface LoadedAlert {
  readonly id: number
  readonly service_id: number
  readonly event_id: number | null
  readonly owner_id: number
  readonly start_time: number
  /** The time of the analysis that it started with, if there is one. */
  readonly analysis_time: number | null
  readonly end_time: number | null
  readonly end_reason: 'recovered' | 'paused' | 'removed' | null
  readonly held_until: number | null
  readonly acknowledged_at: number | null
  readonly is_watched: boolean
  readonly group_id: number
  readonly is_rule_active: boolean
  readonly notification_channel_ids: readonly string[]
  readonly notification_condition_ids: readonly string[]
  readonly notification_mode_id: string
  readonly is_blocked: boolean
  readonly are_legacy_notifications_disabled: boolean
  readonly language_id: string
  readonly time_zone_id: string
  readonly available_channel_ids: readonly string[]
}

/**
 * Locks the alerts, always in the same order, then reads them: another process that works on one has finished by then.
 */
export async function lockAlerts(tx: Transaction, ids: readonly number[]): Promise<LoadedAlert[]> {
  await tx.query(sql`select from occurrence where id = any(${ids}) order by id for update`)
  return tx.query(sql<LoadedAlert>`select o.id, o.service_id, o.event_id, o.owner_id, ${toEpochMilliseconds('o.start_time')} as start_time,
  ${toEpochMilliseconds('o.analysis_time')} as analysis_time,
  ${toEpochMilliseconds('o.end_time')} as end_time, o.end_reason, ${toEpochMilliseconds('o.held_until')} as held_until, ${toEpochMilliseconds('o.acknowledged_at')} as acknowledged_at,
  v.is_active and not v.is_archived as is_watched, v.group_id, coalesce(e.is_active, true) as is_rule_active,
  v.notification_channel_ids, v.notification_condition_ids, v.notification_mode_id,
  a.is_blocked or a.closed_at is not null as is_blocked, a.disable_legacy_notifications as are_legacy_notifications_disabled,
  a.language_id, a.time_zone_id, p.available_notification_channel_ids as available_channel_ids
from occurrence o join service v on v.id = o.service_id join account a on a.id = o.owner_id join package p on p.id = a.package_id
  left join event e on e.id = o.event_id
where o.id = any(${ids}) order by o.id`)
}

/** A period in which a condition of an alert fired, which explains the alert. */
interface Explanation extends Interval {
  readonly occurrence_id: number
}

/**
 * Loads when conditions of these alerts fired: on the service of the alert or, if the condition does not cover that
 * service, on any service that the condition covers, because the service of the alert depends on them. A vendor's
 * service counts while the vendor reports trouble, not while its page cannot be read.
 */
export function loadExplanations(tx: Transaction, ids: readonly number[]): Promise<Explanation[]> {
  return tx.query(sql<Explanation>`with held as (
  select o.id, o.service_id, o.start_time, c.id as condition_id, ${isInRuleScope('c', 'v')} as is_covered
  from occurrence o join service v on v.id = o.service_id join event e on e.id = o.event_id join event c on c.id = any(e.condition_event_ids)
  where o.id = any(${ids})),
elsewhere as (
  select h.condition_id, range_agg(tstzrange(x.start_time, x.end_time)) as spans
  from (select condition_id, min(start_time) as since from held where not is_covered group by condition_id) h
    join occurrence x on x.event_id = h.condition_id and (x.end_time is null or x.end_time > h.since)
    join service w on w.id = x.service_id and ${buildExplainsCondition('x', 'w')}
  group by h.condition_id),
explained as (
  select h.id, unnest(s.spans) as span from held h join elsewhere s on s.condition_id = h.condition_id where not h.is_covered
  union all
  select h.id, tstzrange(x.start_time, x.end_time) from held h join occurrence x on x.service_id = h.service_id and x.event_id = h.condition_id
    and (x.end_time is null or x.end_time > h.start_time) where h.is_covered)
select id as occurrence_id, ${toEpochMilliseconds('lower(span)')} as start, coalesce(${toEpochMilliseconds('upper(span)')}, 'infinity') as end from explained`)
}

/** Finds open alerts that may have been suppressed by the alerts that ended. */
export async function findExplainedAlerts(tx: Transaction, ended: readonly number[]): Promise<number[]> {
  const rows = await tx.query(sql<{ id: number }>`select w.id from event e
  join occurrence w on w.event_id = e.id and w.end_time is null and w.acknowledged_at is null join service v on v.id = w.service_id
where e.condition_event_ids && array(select event_id from occurrence where id = any(${ended}) and event_id is not null)
  and exists (select from occurrence x join event c on c.id = x.event_id where x.id = any(${ended}) and x.event_id = any(e.condition_event_ids)
    and (x.service_id = w.service_id or not ${isInRuleScope('c', 'v')}))
order by w.id`)
  return rows.map(({ id }) => id)
}
