import { type Queryable, toEpochMilliseconds } from '@wachta/database'
import { sql } from 'kysely'

export interface LoadedEscalation {
  readonly id: number
  readonly event_id: number
  readonly is_active: boolean
  readonly delay: number
  readonly repeat_interval: number
  readonly maximum_repeats: number
  readonly notify_end: boolean
}

export function loadEscalations(db: Queryable, eventIds: readonly number[]): Promise<LoadedEscalation[]> {
  return db.query(sql<LoadedEscalation>`select id, event_id, is_active, delay, repeat_interval, maximum_repeats, notify_end
from escalation where event_id = any(${eventIds}) order by id`)
}

export interface LoadedAddress {
  /** The id of the escalation or of the service group that the address belongs to. */
  readonly via: number
  readonly address_id: number
  readonly contact_id: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id: string | null
  /** Whether the address was notified before, but no longer belongs to the escalation. */
  readonly is_former: boolean
}

/**
 * Loads the addresses of the contacts and contact groups of escalations, on the channels of the escalation, and those
 * that were notified of these alerts before the escalation was changed.
 */
export function loadContactAddresses(
  db: Queryable,
  escalationIds: readonly number[],
  alertIds: readonly number[],
): Promise<LoadedAddress[]> {
  return db.query(sql<LoadedAddress>`with chosen as (
  select s.id as via, a.id as address_id
  from escalation s
    cross join lateral (select unnest(s.contact_ids) as contact_id
      union select unnest(g.contact_ids) from contact_group g where g.id = any(s.contact_group_ids)) m
    join contact_address a on a.contact_id = m.contact_id and (s.channel_ids is null or a.channel_id = any(s.channel_ids))
  where s.id = any(${escalationIds})),
former as (
  select distinct n.escalation_id as via, n.address_id from notification n
  where n.occurrence_id = any(${alertIds}) and n.escalation_id = any(${escalationIds}) and n.address_id is not null
  except select via, address_id from chosen),
reached as (select via, address_id, false as is_former from chosen union all select via, address_id, true from former)
select r.via, r.address_id, a.contact_id, a.channel_id, a.address, c.language_id, r.is_former
from reached r join contact_address a on a.id = r.address_id join contact c on c.id = a.contact_id
order by r.via, r.address_id`)
}

/** Loads the addresses of legacy notifications: those of the service groups. */
export function loadGroupAddresses(db: Queryable, groupIds: readonly number[]): Promise<LoadedAddress[]> {
  return db.query(sql<LoadedAddress>`select group_id as via, id as address_id, null::bigint as contact_id, notification_channel_id as channel_id,
  address, null::text as language_id, false as is_former
from notification_address where group_id = any(${groupIds}) order by group_id, id`)
}

export interface LoadedSuspension {
  readonly of: 'service' | 'escalation' | 'contact'
  readonly id: number
  /** For a single period. */
  readonly start: number | null
  readonly end: number | null
  /** For a weekly period: minutes since the beginning of the week. */
  readonly start_minute: number | null
  readonly end_minute: number | null
}

interface Suspendable {
  readonly services: readonly number[]
  readonly escalations: readonly number[]
  readonly contacts: readonly number[]
  /** Windows that ended earlier are not needed. */
  readonly since: Date
}

/**
 * Loads the maintenance windows and quiet hours that suppress notifications or did so recently. The maintenance windows
 * of a service count whether they pause it or only suppress its notifications.
 */
export function loadSuspensions(db: Queryable, wanted: Suspendable): Promise<LoadedSuspension[]> {
  const oneOff = (of: string, table: string, ids: readonly number[]) =>
    sql`select ${sql.lit(of)} as of, ${sql.id(`${of}_id`)} as id, ${toEpochMilliseconds('start_time')} as start, ${toEpochMilliseconds('end_time')} as "end", null::int as start_minute, null::int as end_minute
from ${sql.id(table)} where ${sql.id(`${of}_id`)} = any(${ids}) and end_time > ${wanted.since}`
  const weekly = (of: string, table: string, ids: readonly number[]) =>
    sql`select ${sql.lit(of)}, ${sql.id(`${of}_id`)}, null, null, start_minute, end_minute
from ${sql.id(table)} where ${sql.id(`${of}_id`)} = any(${ids})`
  return db.query(
    sql<LoadedSuspension>`${oneOff('service', 'suspension', wanted.services)}
union all ${weekly('service', 'weekly_suspension', wanted.services)}
union all ${oneOff('escalation', 'escalation_suspension', wanted.escalations)}
union all ${weekly('escalation', 'escalation_weekly_suspension', wanted.escalations)}
union all ${oneOff('contact', 'contact_suspension', wanted.contacts)}
union all ${weekly('contact', 'contact_weekly_suspension', wanted.contacts)}`,
  )
}
