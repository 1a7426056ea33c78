import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'

/** A pending message with everything that its template can use; null where something does not exist. */
export interface PendingMessage {
  readonly id: number
  readonly account_id: number
  /** c: to a contact, by an escalation; o: legacy; t: a test; v: a code that verifies an address. */
  readonly style: 'c' | 'o' | 't' | 'v'
  readonly kind: 'start' | 'end' | 'test' | 'code'
  readonly repeat_number: number
  /** The id of the alert. */
  readonly occurrence_id: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id: string
  /** For a verification code: the code, encrypted. */
  readonly content: string
  readonly created_at: Date
  /** The number of attempts that failed temporarily. */
  readonly failures: number
  /** Whether a provider has rejected it permanently. As it is still pending, it was rejected as part of a digest. */
  readonly was_rejected: boolean
  readonly has_own_template: boolean
  /** For an SMS or a call, the units that are reserved for it; for an e-mail, 1 once it counts against the limits. */
  readonly units: number
  readonly is_verified: boolean
  /** For an end: when a start that is still pending for the same address is due. */
  readonly start_due_at: Date | null
  /**
   * For an end: whether there were starts for the same address and all of them failed or were suppressed, not counting
   * recipients who chose only ends.
   */
  readonly is_start_lost: boolean
  readonly account_name: string
  /** Whether the account is blocked or closed. */
  readonly is_blocked: boolean
  readonly time_zone_id: string
  readonly sealed_keys: readonly string[]
  readonly device: SealedDevice | null
  readonly contact_name: string | null
  readonly escalation_name: string | null
  readonly template: TemplateRow | null
  readonly alert: AlertRow | null
  readonly service: ServiceRow | null
  readonly event: { readonly name: string; readonly kind: string } | null
  readonly error_type: ErrorTypeRow | null
  readonly lost_sensor: { readonly name: string; readonly services_count: number } | null
  /** The time and the checks of the analysis that the alert started with. */
  readonly analysis_time: Date | null
  readonly checks: Uint8Array | null
  /** The time and the checks of the analysis that the alert ended with. */
  readonly end_analysis_time: Date | null
  readonly end_checks: Uint8Array | null
  /** The sensors that were expected in the analysis at the start, or that check the service if there is no analysis. */
  readonly sensor_ids: readonly number[] | null
  /** The names of these sensors by id. */
  readonly sensor_names: Readonly<Record<string, string>>
  readonly check_messages: readonly { readonly sensor_id: number; readonly error_message: string }[]
}

export interface SealedDevice {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface TemplateRow {
  readonly start_subject: string
  readonly start_template: string
  readonly end_subject: string
  readonly end_template: string
  readonly artifact_type_ids: readonly string[]
}

interface AlertRow {
  /** Null for an alert from before there were thread keys. */
  readonly thread_key: string | null
  readonly start_time: string
  readonly end_time: string | null
  readonly is_flapping: boolean
  readonly is_acknowledged: boolean
}

interface ServiceRow {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly description: string
  readonly type: string
  readonly group_name: string
  readonly step_names: readonly string[]
}

interface ErrorTypeRow {
  readonly id: number
  readonly name: string
  readonly diagnosis: string
  readonly next_steps: string
}

/** Loads the pending messages of a job, in one statement. */
export async function loadPending(db: Queryable, ids: readonly number[]): Promise<PendingMessage[]> {
  if (ids.length === 0) return []
  const { text } =
    db.compile(sql`with wanted as materialized (select * from notification where id = any(${ids}::bigint[]))
select n.id, n.account_id, n.style::text as style, n.kind, n.repeat_number, n.occurrence_id, n.channel_id,
  n.address, w.language_id, n.content, n.created_at, n.units, a.name as account_name, a.time_zone_id, a.is_blocked or a.closed_at is not null as is_blocked,
  (select count(*)::int from jsonb_array_elements(case jsonb_typeof(n.attempts) when 'array' then n.attempts else '[]' end) attempt where attempt.value ->> 'outcome' = 'temporary') as failures,
  n.attempts @> '[{"outcome": "permanent"}]' as was_rejected, k.template_id is not null as has_own_template,
  exists (select from verified_address v where v.account_id = n.account_id and v.address = n.address and v.verified_at is not null
    and v.channel_id = case when n.channel_id like 'email%' then 'email' else n.channel_id end)
    or n.channel_id like 'email%' and exists (select from account u where (u.id = n.account_id or u.parent_account_id = n.account_id)
      and u.is_activated and lower(u.email_address) = lower(n.address)) as is_verified,
  y.start_due_at, coalesce(y.is_start_lost, false) as is_start_lost,
  array(select sk.sealed_key from signing_key sk where sk.account_id = n.account_id order by sk.id desc limit 2) as sealed_keys,
  (select jsonb_build_object('endpoint', m.endpoint, 'p256dh', m.p256dh, 'auth', m.auth) from mobile_device m
    where n.channel_id = 'push' and m.id = n.address and m.account_id = n.account_id) as device,
  c.name as contact_name, x.name as escalation_name, ${template} as template,
  case when o.id is not null then jsonb_build_object('start_time', o.start_time, 'end_time', o.end_time, 'is_flapping', o.is_flapping,
    'is_acknowledged', o.acknowledged_at is not null, 'thread_key', o.thread_key) end as alert,
  case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name, 'address', s.address, 'description', s.description,
    'type', coalesce(st.name ->> w.language_id, s.type_id), 'group_name', g.name, 'step_names', s.step_names) end as service,
  case when e.id is not null then jsonb_build_object('name', e.name, 'kind', e.kind) end as event,
  case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name ->> w.language_id,
    'diagnosis', t.diagnosis ->> w.language_id, 'next_steps', t.extra_info ->> w.language_id) end as error_type,
  case when ls.id is not null then jsonb_build_object('name', ls.name, 'services_count', ${countCheckedServices(sql`ls.id`)}) end as lost_sensor,
  o.analysis_time, coalesce(b.checks, eb.checks) as checks, o.end_analysis_time, coalesce(f.checks, ef.checks) as end_checks, q.sensor_ids,
  coalesce((select jsonb_object_agg(z.id, z.name) from sensor z where z.id = any(q.sensor_ids)), '{}') as sensor_names,
  coalesce((select jsonb_agg(jsonb_build_object('sensor_id', d.sensor_id, 'error_message', d.error_message) order by d.sensor_id)
    from check_detail d where d.service_id = o.service_id and d.time = o.analysis_time and d.error_message is not null), '[]') as check_messages
from wanted n
  join account a on a.id = n.account_id
  cross join lateral (select case n.style when 'o' then a.language_id else n.language_id end as language_id) i
  cross join lateral (select case when i.language_id in ('pl', 'en') then i.language_id else 'en' end as language_id) w
  left join contact c on c.id = n.contact_id
  left join escalation x on x.id = n.escalation_id
  left join custom_template k on n.style = 'c' and k.contact_id = n.contact_id and k.channel_id = n.channel_id
  left join occurrence o on o.id = n.occurrence_id
  left join service s on s.id = coalesce(o.service_id, n.service_id)
  left join service_group g on g.id = s.group_id
  left join service_type st on st.id = s.type_id
  left join event e on e.id = coalesce(o.event_id, n.event_id)
  left join error_type t on t.id = o.error_type_id
  left join sensor ls on ls.id = o.sensor_id
  left join lateral (select max(coalesce(p.next_attempt_at, p.created_at)) filter (where p.status = 'pending') as start_due_at,
    -- A recipient who chose only ends gets them without a start.
    not bool_or(p.status in ('sent', 'pending') or p.reason is not distinct from 'condition_not_chosen') as is_start_lost
    from notification p where n.kind = 'end' and p.occurrence_id = n.occurrence_id and p.kind = 'start'
      and p.account_id = n.account_id and p.channel_id = n.channel_id and p.address = n.address) y on true
  left join analysis b on b.service_id = o.service_id and b.time = o.analysis_time
  left join analysis f on n.kind = 'end' and f.service_id = o.service_id and f.time = o.end_analysis_time
  -- A slot may be decided before it is closed.
  left join early_decision eb on b.service_id is null and eb.service_id = o.service_id and eb.time = o.analysis_time
  left join early_decision ef on f.service_id is null and n.kind = 'end' and ef.service_id = o.service_id and ef.time = o.end_analysis_time
  -- An analysis of another kind than s (scheduled) was forced, perhaps on other sensors.
  left join lateral (select coalesce(
    (select h.sensor_ids from forced_analysis h where b.kind <> 's' and h.service_id = b.service_id and h.time = b.time),
    (select r.sensor_ids from service_revision r where r.service_id = s.id and r.revision = coalesce(b.revision, eb.revision)),
    (select r.sensor_ids from service_revision r where r.service_id = s.id and r.effective_to is null)) as sensor_ids
    -- With offset 0, PostgreSQL computes the list once and not again for each sensor that is compared with it.
    offset 0) q on true
where n.status = 'pending' order by n.id`)
  // A named statement is planned once per connection; planning takes longer than running it.
  return db.run({ name: 'load pending notifications', text, values: [ids] })
}

/** The custom template, else the default template in the language, else in English. */
const template = sql`coalesce(
    (select to_jsonb(ct) from template ct where ct.id = k.template_id),
    (select to_jsonb(dt) from default_template dt where dt.channel_id = n.channel_id and dt.language_id in (w.language_id, 'en')
      order by dt.language_id = w.language_id desc limit 1))`

const countCheckedServices = (sensor: ReturnType<typeof sql>) => sql`(select count(*) from service_revision r
    where r.owner_id = n.account_id and r.effective_to is null and r.is_active and ${sensor} = any(r.sensor_ids))`
