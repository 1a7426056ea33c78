import type { Database } from '@wachta/database'
import { findEventKind } from '@wachta/events'
import { sql } from 'kysely'
import { fence } from '../store/fenced.ts'
import { lockServices } from '../store/write-service-statuses.ts'
import { applyDelays, endRemovedAlert } from './alert-update.ts'
import { applyEvaluations, type EvaluationOptions, type RuleEvaluation } from './evaluations.ts'
import { listKindsThatWatch, loadRules, type Rule, toSubject } from './rules.ts'
import {
  isActiveOrPending,
  lockAlertStates,
  readAlertStates,
  type StoredAlertState,
  toEpochMs,
} from './stored-alert-state.ts'
import { writeAlertUpdates } from './write-alert-updates.ts'

interface Sensor {
  readonly id: number
  /** The time of its last heartbeat; null if there was none. */
  readonly heartbeat: number | null
  /** The time of its last heartbeat or stored result, whichever is later; null if there was none. */
  readonly heard: number | null
  readonly quarantined: boolean
}

/**
 * If no sensor at all has sent a heartbeat for this long, the problem is at the centre. This is much shorter than the
 * time after which one sensor is lost: when all fall silent within seconds of each other, that must be known before the
 * first of them counts as lost.
 */
const maxSilenceOfAllMs = 60_000

export interface SensorJudgeOptions extends EvaluationOptions {
  /**
   * The time from which heartbeats have been received. The silence of a sensor is counted from here at the earliest.
   */
  readonly listening_since: number
}

/**
 * Evaluates the rules about lost sensors. For each rule, a lost sensor is one alert, however many services it checks:
 * the alert starts on the service with the lowest id that the rule covers and the sensor checks, and stays there. A
 * sensor in quarantine counts as lost too. Returns true if no heartbeats arrive at all; then no sensor is evaluated.
 */
export async function judgeSensorRules(options: SensorJudgeOptions): Promise<boolean> {
  const { database, now } = options
  const rules = await loadRules(database, { kinds: listKindsThatWatch('sensor') })
  const stored = (await readAlertStates(database, sql<boolean>`s.sensor_id is not null`)).filter(isActiveOrPending)
  if (rules.length === 0 && stored.length === 0) return false
  const sensors = await readSensors(database)
  const isCentreCutOff =
    sensors.length > 1 && sensors.every(({ heartbeat }) => heartbeat === null || now - heartbeat > maxSilenceOfAllMs)
  const lost = sensors.filter((sensor) => rules.some((rule) => isLostBy(rule, sensor, options)))
  const relevantSensorIds = new Set([
    ...lost.map(({ id }) => id),
    ...stored.flatMap(({ sensor_id }) => sensor_id ?? []),
  ])
  const alertServices = await readAlertServices(database, rules, [...relevantSensorIds])
  await applyEvaluations(
    options,
    isCentreCutOff ? [] : toEvaluations(rules, { sensors, stored, alertServices }, options),
  )
  await updateStoredAlerts(options, stored, { rules, sensors, alertServices })
  return isCentreCutOff
}

const readSensors = (database: Database): Promise<Sensor[]> =>
  database.query(sql<Sensor>`select s.id, coalesce(t.quarantined, false) as quarantined, ${toEpochMs(sql`t.last_seen`)} as heartbeat,
  ${toEpochMs(sql`greatest(t.last_seen, (select max(w.updated_at) from sensor_watermark w where w.sensor_id = s.id))`)} as heard
from sensor s left join sensor_state t on t.sensor_id = s.id where s.is_active`)

/**
 * Returns whether the sensor is lost. If it is not, but was not heard since `listening_since` either, returns
 * undefined: it may have been lost before that time.
 */
function isLostBy(
  { kind: kindId, settings }: Rule,
  { heard, quarantined }: Sensor,
  { now, listening_since }: SensorJudgeOptions,
): boolean | undefined {
  const kind = findEventKind(kindId)
  const silentMs = heard === null ? null : Math.max(0, now - Math.max(heard, listening_since))
  const isLost = kind?.watches === 'sensor' ? kind.holds({ silentMs, quarantined }, settings) : undefined
  return isLost || (heard ?? 0) >= listening_since ? isLost : undefined
}

/**
 * By rule and sensor, the service that a new alert belongs to: the one with the lowest id that the rule covers and the
 * sensor checks.
 */
type AlertServices = ReadonlyMap<string, number>
const toAlertKey = (event_id: number | null, sensor_id: number | null): string => `${event_id} ${sensor_id}`

async function readAlertServices(
  database: Database,
  rules: readonly Rule[],
  sensors: readonly number[],
): Promise<AlertServices> {
  if (rules.length === 0 || sensors.length === 0) return new Map()
  const rows = await database.query(sql<{
    event_id: number
    sensor_id: number
    service_id: number
  }>`select e.id as event_id,
  u.sensor_id, min(v.id) as service_id
from event e join service v on v.owner_id = e.owner_id and v.is_active and not v.is_archived
  and (e.scope -> 'all_services' = 'true' or e.scope -> 'group_ids' @> to_jsonb(v.group_id) or e.scope -> 'service_ids' @> to_jsonb(v.id))
join service_revision r on r.service_id = v.id and r.effective_to is null and r.is_active
cross join lateral (select unnest(r.sensor_ids) as sensor_id) u
where e.id = any(${rules.map(({ id }) => id)}) and u.sensor_id = any(${sensors}) group by 1, 2`)
  return new Map(rows.map(({ event_id, sensor_id, service_id }) => [toAlertKey(event_id, sensor_id), service_id]))
}

function toEvaluations(
  rules: readonly Rule[],
  {
    sensors,
    stored,
    alertServices,
  }: { sensors: readonly Sensor[]; stored: readonly StoredAlertState[]; alertServices: AlertServices },
  options: SensorJudgeOptions,
): RuleEvaluation[] {
  // An active alert stays on the service on which it started.
  const startedOn = new Map(stored.map((one) => [toAlertKey(one.event_id, one.sensor_id), one.service_id]))
  return rules.flatMap((rule) =>
    sensors.flatMap((sensor) => {
      const key = toAlertKey(rule.id, sensor.id)
      const service = alertServices.get(key)
      if (service === undefined) return []
      const subject = { ...toSubject(rule, startedOn.get(key) ?? service), sensor_id: sensor.id }
      return [{ subject, isFiring: isLostBy(rule, sensor, options) }]
    }),
  )
}

/**
 * Ends stored alerts whose rule or sensor is gone, or whose sensor checks no service that the rule covers, and starts
 * or ends alerts whose delay is over.
 */
async function updateStoredAlerts(
  options: SensorJudgeOptions,
  stored: readonly StoredAlertState[],
  {
    rules,
    sensors,
    alertServices,
  }: { rules: readonly Rule[]; sensors: readonly Sensor[]; alertServices: AlertServices },
): Promise<void> {
  const { database, now } = options
  const rulesById = new Map(rules.map((rule) => [rule.id, rule]))
  const sensorIds = new Set(sensors.map(({ id }) => id))
  const isGone = ({ event_id, sensor_id }: StoredAlertState) =>
    !rulesById.has(event_id ?? 0) ||
    !sensorIds.has(sensor_id ?? 0) ||
    !alertServices.has(toAlertKey(event_id, sensor_id))
  const alertsToUpdate = stored.filter((one) => isGone(one) || (one.due !== null && one.due <= now))
  if (alertsToUpdate.length === 0) return
  const ids = [...new Set(alertsToUpdate.map(({ service_id }) => service_id))]
  const counts = await database.transaction(async (tx) => {
    await fence(tx, options)
    const services = [...(await lockServices(tx, ids))]
    const locked = await lockAlertStates(tx, sql<boolean>`s.service_id = any(${services}) and s.sensor_id is not null`)
    const updates = locked
      .filter(isActiveOrPending)
      .map((one) => (isGone(one) ? endRemovedAlert(one, now) : applyDelays(one, one, now)))
    return writeAlertUpdates(tx, updates, { now, held_until: null })
  })
  options.onAlerts?.(counts)
}
