import { type Database, type Queryable, reviseServices, type Transaction } from '@wachta/database'
import { type Absence, chooseFailoverSensors, getChosenSensors } from '@wachta/domain'
import { sql } from 'kysely'

/** The maximum number of services per transaction; the next call handles the others. */
const maxServices = 500
/** How often the failover sensors of a service are reconsidered. */
const reconsiderAfterMs = 60_000
/** Only a sensor with a heartbeat within this time can be a failover sensor. */
const onlineMs = 30_000
/** How long a failover sensor is not used again after it gave no results either. */
const unusableAfterFailureMs = 3_600_000

interface FailoverService {
  readonly id: number
  readonly owner_id: number
  readonly category_id: string
  readonly sensor_ids: number[] | null
  readonly group_sensor_ids: number[]
  /** Sensors that give no results: both chosen sensors and failover sensors. */
  readonly absences: readonly Absence[]
  /** Whether the service allows failover sensors. */
  readonly is_allowed: boolean
}

interface Candidate {
  readonly id: number
  readonly owner_id: number | null
  readonly category_ids: readonly string[]
  readonly country_code: string | null
  readonly is_usable: boolean
}

/**
 * Adds failover sensors for sensors that give no results, and removes them when the sensors return. Every change is a
 * new revision of the service, as if other sensors had been chosen, so sensors and analysts need no special handling.
 * Returns the number of services whose sensors have changed.
 */
export async function planFailover(database: Database, now: Date): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query(sql`delete from sensor_absence a where not exists (select from service v where v.id = a.service_id)`)
    const services = await readServices(tx, now)
    if (services.length === 0) return 0
    const candidates = await readCandidates(tx, now)
    const changed = new Set<number>()
    const rows = services.flatMap((service) => {
      const chosen = pickFailoverSensors(service, candidates)
      const isUnchanged = service.absences.every(
        ({ sensor_id, stand_in_id }) => (chosen.get(sensor_id) ?? null) === stand_in_id,
      )
      if (!isUnchanged) changed.add(service.id)
      return service.absences.map(({ sensor_id }) => ({
        ...{ service_id: service.id, sensor_id, stand_in_id: chosen.get(sensor_id) ?? null },
      }))
    })
    const ids = services.map(({ id }) => id)
    await tx.query(sql`update sensor_absence a set stand_in_id = n.stand_in_id, planned_at = ${now}
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, sensor_id bigint, stand_in_id bigint)
where a.service_id = n.service_id and a.sensor_id = n.sensor_id`)
    // This includes sensors that returned after the services were read. Nothing else would remove their failover
    // sensors.
    const ended = await tx.query(sql<{ service_id: number }>`with ended as (
  delete from sensor_absence where service_id = any(${ids}) and returned_at is not null returning service_id, stand_in_id)
select distinct service_id from ended where stand_in_id is not null`)
    for (const { service_id } of ended) changed.add(service_id)
    await deleteUnusedAbsences(tx, services, now)
    await reviseServices([...changed], { db: tx, now })
    return changed.size
  })
}

/** Reads services with an absent sensor. Services locked by another transaction are left for the next call. */
const readServices = (tx: Transaction, now: Date): Promise<FailoverService[]> =>
  tx.query(sql<FailoverService>`with due as (
  select service_id, min(coalesce(planned_at, '-infinity')) as planned_at from sensor_absence group by service_id
  having bool_or(returned_at is not null) or min(coalesce(planned_at, '-infinity')) < ${new Date(now.getTime() - reconsiderAfterMs)}
  order by bool_or(returned_at is not null) desc, 2 limit ${maxServices})
select v.id, v.owner_id, t.category_id, v.sensor_ids,
  coalesce(v.extended_settings -> 'sensors_failover' <> 'false', true) as is_allowed,
  group_sensors(g.assigned_sensor_ids, t.category_id) as group_sensor_ids,
  coalesce((select jsonb_agg(jsonb_build_object('sensor_id', a.sensor_id, 'stand_in_id', a.stand_in_id) order by a.sensor_id)
    from sensor_absence a where a.service_id = v.id and a.returned_at is null), '[]') as absences
from due d join service v on v.id = d.service_id join service_group g on g.id = v.group_id join service_type t on t.id = v.type_id
order by v.id for no key update of v skip locked`)

const readCandidates = (db: Queryable, now: Date): Promise<Candidate[]> =>
  db.query(sql<Candidate>`select s.id, s.owner_id, s.category_ids, s.country_code,
  s.is_active and not coalesce(t.quarantined, false) and coalesce(t.last_seen > ${new Date(now.getTime() - onlineMs)}, false) as is_usable
from sensor s left join sensor_state t on t.sensor_id = s.id order by s.id`)

/**
 * Chooses failover sensors: public ones for public sensors, and private ones of the same account for private sensors,
 * because private sensors are in different networks. Sensors in the same country come first; the remaining order
 * differs by service, to spread the load.
 */
function pickFailoverSensors(service: FailoverService, sensors: readonly Candidate[]): Map<number, number> {
  if (!service.is_allowed) return new Map()
  const byId = new Map(sensors.map((sensor) => [sensor.id, sensor]))
  return chooseFailoverSensors({
    assigned: getChosenSensors(service),
    absences: service.absences,
    candidates: (sensor_id) => {
      const absent = byId.get(sensor_id)
      if (absent === undefined) return []
      const isNear = ({ country_code }: Candidate) => country_code !== null && country_code === absent.country_code
      const usable = sensors.filter(
        ({ is_usable, owner_id, category_ids }) =>
          is_usable && owner_id === absent.owner_id && category_ids.includes(service.category_id),
      )
      const rotated = usable
        .map((_, index) => usable[(index + service.id) % usable.length])
        .filter((each) => each !== undefined)
      return rotated.sort((one, other) => Number(isNear(other)) - Number(isNear(one))).map(({ id }) => id)
    },
  })
}

/**
 * Deletes the absences of sensors that the service no longer uses, neither as chosen sensors nor for failover. They are
 * kept for `unusableAfterFailureMs`, because a sensor with an absence is not used for failover again.
 */
async function deleteUnusedAbsences(tx: Transaction, services: readonly FailoverService[], now: Date): Promise<void> {
  const unused = services.flatMap((service) => {
    const usedSensors = new Set([
      ...getChosenSensors(service),
      ...service.absences.flatMap(({ stand_in_id }) => (stand_in_id === null ? [] : [stand_in_id])),
    ])
    return service.absences
      .filter(({ sensor_id }) => !usedSensors.has(sensor_id))
      .map(({ sensor_id }) => ({ service_id: service.id, sensor_id }))
  })
  if (unused.length === 0) return
  await tx.query(sql`delete from sensor_absence a
using jsonb_to_recordset(${JSON.stringify(unused)}::jsonb) as n (service_id bigint, sensor_id bigint)
where a.service_id = n.service_id and a.sensor_id = n.sensor_id and a.absent_since < ${new Date(now.getTime() - unusableAfterFailureMs)}`)
}
