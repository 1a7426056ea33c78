import { isDeepStrictEqual } from 'node:util'
import {
  browserCategory,
  buildRevision,
  computeEffectiveFrom,
  hourMs,
  isSameRevision,
  type RevisionContent,
  type WatchedService,
} from '@wachta/domain'
import { sql } from 'kysely'
import type { Queryable } from './database.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The transaction that changes services, and the time of the change. The API passes `call.db`, which is a transaction
 * in every operation that changes something, although its type does not show it.
 */
export interface RevisionContext {
  readonly db: Queryable
  readonly now: Date
}

/** The current configuration of a service, and its last revision. */
interface RevisedService extends WatchedService {
  readonly owner_id: number
  readonly group_id: number
  readonly step_count: number
  readonly secrets: Values
  readonly last:
    | (RevisionContent & {
        readonly revision: number
        readonly group_id: number
        readonly step_count: number
        readonly secrets: Values
      })
    | null
}

/**
 * Creates a new revision of each service whose revision content has changed. Runs in the transaction of the change, so
 * that a service and its revision never disagree.
 */
export async function reviseServices(ids: readonly number[], { db, now }: RevisionContext): Promise<void> {
  if (ids.length === 0) return
  const services =
    await db.query(sql<RevisedService>`select v.id, v.owner_id, v.group_id, v.type_id, t.category_id, v.address, v.interval, v.is_active,
  v.is_archived, v.extended_settings, v.sensor_ids, v.step_count, v.secrets, not a.is_blocked and a.closed_at is null as owner_is_open,
  group_sensors(g.assigned_sensor_ids, t.category_id) as group_sensor_ids,
  case when t.category_id = ${browserCategory} then array(select s.id from sensor s where not s.category_ids @> array[${browserCategory}]
    and s.id = any(v.sensor_ids || group_sensors(g.assigned_sensor_ids, t.category_id))) else '{}' end as unable_sensor_ids,
  coalesce((select jsonb_agg(jsonb_build_object('sensor_id', b.sensor_id, 'stand_in_id', b.stand_in_id)) from sensor_absence b
    where b.service_id = v.id and b.returned_at is null and b.stand_in_id is not null), '[]') as absences,
  (select jsonb_build_object('revision', r.revision, 'group_id', r.group_id, 'step_count', r.step_count, 'is_active', r.is_active, 'type_id', r.type_id,
      'interval_ms', r.interval_ms, 'phase_ms', r.phase_ms, 'sensor_ids', r.sensor_ids, 'timeout_ms', r.timeout_ms,
      'spread_ms', r.spread_ms, 'error_tolerance', r.error_tolerance) || r.configuration
    from service_revision r where r.service_id = v.id order by r.revision desc limit 1) as last
from service v join service_group g on g.id = v.group_id join service_type t on t.id = v.type_id join account a on a.id = v.owner_id
where v.id = any(${ids})
  -- Services that are moving to another cell get their next revision there.
  and not exists (select from tree_move m where m.tree_id = a.tree_id and m.step = 'fenced')`)
  const revisions = services.flatMap((service) => buildNextRevision(service, now))
  if (revisions.length === 0) return
  const rows = JSON.stringify(revisions)
  await db.query(sql`update service_revision r
set effective_to = greatest(r.effective_from, n.effective_from)
from jsonb_to_recordset(${rows}::jsonb) as n (service_id bigint, effective_from timestamptz)
where r.service_id = n.service_id and (r.effective_to is null or r.effective_to > n.effective_from)`)
  // Sensors may need the secrets of a revision for some time after its end. An hour later, the secrets are deleted.
  await db.query(sql`update service_revision set configuration = configuration - 'secrets'
where service_id = any(${ids}) and effective_to < ${new Date(now.getTime() - hourMs)} and configuration ? 'secrets'`)
  await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select n.service_id, n.revision, n.owner_id, n.group_id, n.type_id, n.effective_from, n.is_active, n.interval_ms, n.phase_ms,
  n.timeout_ms, n.spread_ms, n.error_tolerance, array(select s::bigint from jsonb_array_elements_text(n.sensor_ids) s), n.step_count, n.configuration
from jsonb_to_recordset(${rows}::jsonb) as n (service_id bigint, revision integer, owner_id bigint, group_id bigint, type_id text,
  effective_from timestamptz, is_active boolean, interval_ms bigint, phase_ms bigint, timeout_ms integer, spread_ms integer,
  error_tolerance integer, sensor_ids jsonb, step_count integer, configuration jsonb)`)
}

/** Revises all services of an account after it was blocked, closed or reopened. */
export async function reviseAccountServices(accountId: number, context: RevisionContext): Promise<void> {
  const services = await context.db.query(
    sql<{ id: number }>`select id from service where owner_id = ${accountId} order by id for update`,
  )
  await reviseServices(
    services.map(({ id }) => id),
    context,
  )
}

/** A sensor, and the check categories that it has gained or lost. */
export interface ChangedSensor {
  readonly sensor_id: number
  readonly category_ids: readonly string[]
}

/** Revises the services that a sensor may have to check, after its check categories have changed. */
export async function reviseSensorServices(
  { sensor_id, category_ids }: ChangedSensor,
  context: RevisionContext,
): Promise<void> {
  const services = await context.db.query(sql<{ id: number }>`select v.id from service v
join service_type t on t.id = v.type_id join service_group g on g.id = v.group_id
where t.category_id = any(${category_ids}) and case when coalesce(cardinality(v.sensor_ids), 0) > 0 then ${sensor_id} = any(v.sensor_ids)
  else g.assigned_sensor_ids -> t.category_id @> to_jsonb(${sensor_id}::bigint) or g.assigned_sensor_ids -> 'default' @> to_jsonb(${sensor_id}::bigint) end
order by v.id for no key update of v`)
  await reviseServices(
    services.map(({ id }) => id),
    context,
  )
}

/** Returns the next revision of a service; none if nothing has changed. */
function buildNextRevision(service: RevisedService, now: Date): Values[] {
  const { last, secrets, group_id, owner_id, step_count } = service
  const { address, extended_settings, ...content } = buildRevision(service)
  const newContent = { address, extended_settings, ...content }
  // Group and step count do not change the checks, but usage is counted by them.
  const isUnchanged =
    last !== null &&
    isSameRevision(last, newContent) &&
    isDeepStrictEqual(last.secrets, secrets) &&
    last.group_id === group_id &&
    last.step_count === step_count
  if (isUnchanged) return []
  return [
    {
      ...content,
      service_id: service.id,
      owner_id,
      group_id,
      step_count,
      revision: (last?.revision ?? 0) + 1,
      effective_from: computeEffectiveFrom(last, newContent, now),
      configuration: { address, extended_settings, secrets },
    },
  ]
}
