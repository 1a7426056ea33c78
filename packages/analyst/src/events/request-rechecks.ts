import type { Queryable, Transaction } from '@wachta/database'
import { findFreeSlot, type SlotPlan } from '@wachta/domain'
import { sql } from 'kysely'

/** The sensors that can repeat the checks. */
export interface RecheckSensors {
  readonly sensor_ids: readonly number[]
}

/** The largest number of services that are checked again, and of sensors for each. */
const maxServices = 20
const maxSensors = 3
/** A sensor is online if its last heartbeat is not older than this. */
const maxHeartbeatAgeMs = 60_000

/**
 * SQL for services `v` that began to fail after the time and have only public sensors, with their current revisions
 * `r`. A private sensor may be in another network, so public sensors could not reproduce its failures.
 */
const failingSince = (
  since: number,
) => sql`service v join service_revision r on r.service_id = v.id and r.effective_to is null
where v.status = 'failure' and v.status_since > ${new Date(since)} and r.is_active and cardinality(r.sensor_ids) > 0
  and not exists (select from sensor p where p.id = any(r.sensor_ids) and p.owner_id is not null)`

/** A public sensor that is online. */
export interface SensorCandidate {
  readonly id: number
  /** The number of failing services that it checks. */
  readonly watched: number
  /** The number of these services for which it reports a failure itself. */
  readonly failing: number
}

/** Chooses the sensors that repeat the checks. */
export async function findRecheckSensors(db: Queryable, since: number, now: number): Promise<RecheckSensors> {
  const candidates =
    await db.query(sql<SensorCandidate>`select s.id, coalesce(u.watched, 0) as watched, coalesce(u.failing, 0) as failing
from sensor s join sensor_state t on t.sensor_id = s.id
left join (select x.sensor_id, count(*) as watched, count(*) filter (where x.sensor_id = any(st.failing_sensor_ids)) as failing
  from (select v.id, r.sensor_ids from ${failingSince(since)}) f left join service_state st on st.service_id = f.id
  cross join lateral unnest(f.sensor_ids) x (sensor_id) group by 1) u on u.sensor_id = s.id
where s.is_active and s.owner_id is null and not t.quarantined and t.last_seen > ${new Date(now - maxHeartbeatAgeMs)}`)
  return { sensor_ids: chooseSensors(candidates) }
}

/**
 * Chooses sensors that check none of the failing services; if there are none, sensors that see less than half of the
 * failures; otherwise any: if they share a short network problem, it may be over when they check again.
 */
export function chooseSensors(candidates: readonly SensorCandidate[]): number[] {
  const rank = ({ watched, failing }: SensorCandidate) => (watched === 0 ? 0 : 2 * failing < watched ? 1 : 2)
  const best = Math.min(...candidates.map(rank))
  return candidates
    .filter((candidate) => rank(candidate) === best)
    .toSorted((one, other) => one.failing - other.failing || one.id - other.id)
    .slice(0, maxSensors)
    .map(({ id }) => id)
}

/** A service to check again. */
interface Recheck {
  readonly service_id: number
  readonly revision: number
  readonly error_tolerance: number
  readonly timeout_ms: number
  readonly sensor_ids: readonly number[]
  readonly plans: readonly StoredPlan[]
}

type StoredPlan = Omit<SlotPlan, 'effective_from' | 'effective_to'> & {
  readonly effective_from: string
  readonly effective_to: string | null
}

/**
 * Requests forced analyses of some of the failing services. Their kind is `c` (custom), so they do not affect the
 * status of the services. Returns how many were requested.
 */
export async function requestRechecks(
  tx: Transaction,
  request: { mass_change_id: number; recheckSensors: RecheckSensors; since: number; now: number },
): Promise<number> {
  const { mass_change_id, recheckSensors, since, now } = request
  // In random but reproducible order, because services with adjacent ids are often in the same network.
  const chosen =
    await tx.query(sql<Recheck>`select c.service_id, c.revision, c.error_tolerance, c.timeout_ms, c.sensor_ids,
  (select jsonb_agg(jsonb_build_object('revision', p.revision, 'effective_from', p.effective_from, 'effective_to', p.effective_to,
    'is_active', p.is_active, 'interval_ms', p.interval_ms, 'phase_ms', p.phase_ms)) from service_revision p
    where p.service_id = c.service_id and (p.effective_to is null or p.effective_to > ${new Date(now)})) as plans
from (select v.id as service_id, r.revision, r.error_tolerance, r.timeout_ms,
    array(select s.id from sensor s where s.id = any(${recheckSensors.sensor_ids}) and s.category_ids @> array[t.category_id] order by s.id) as sensor_ids
  from (select v.id, v.type_id, r.revision from ${failingSince(since)} order by md5(v.id::text) limit ${maxServices}) v
  join service_revision r on r.service_id = v.id and r.revision = v.revision join service_type t on t.id = v.type_id) c
where cardinality(c.sensor_ids) > 0`)
  const rows = chosen.map(({ plans, sensor_ids, ...service }) => ({
    ...service,
    sensor_ids: `{${sensor_ids.join(',')}}`,
    time: new Date(findFreeSlot(plans.map(toSlotPlan), now)),
  }))
  if (rows.length === 0) return 0
  const requested = await tx.query(sql`with asked as (
  insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time, requested_at)
  select n.service_id, n.time, 'c', n.sensor_ids::bigint[], n.revision, n.error_tolerance, n.timeout_ms, ${new Date(now)}, ${new Date(now)}
  from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, time timestamptz, sensor_ids text, revision integer,
    error_tolerance integer, timeout_ms integer) order by n.service_id
  on conflict do nothing returning service_id, time)
insert into mass_change_check (mass_change_id, service_id, time) select ${mass_change_id}, service_id, time from asked returning service_id`)
  return requested.length
}

const toSlotPlan = ({ effective_from, effective_to, ...plan }: StoredPlan): SlotPlan => ({
  ...plan,
  effective_from: new Date(effective_from),
  effective_to: effective_to === null ? null : new Date(effective_to),
})
