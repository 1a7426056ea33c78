import { type AssignedRevision, type Assignment, getShardOfService } from '@wachta/bus'
import type { StoredRevision } from './revisions.ts'

/** The desired assignment of one service to one sensor. */
export interface DesiredAssignment {
  readonly sensor_id: number
  readonly service_id: number
  /** Identifies the assignment without its content: a revision never changes, except for its end. */
  readonly identity: string
  /** The number of its newest revision. */
  readonly newest: number
  readonly hasSecrets: boolean
  readonly revisions: readonly StoredRevision[]
}

/** Returns the desired assignments of a service: for each sensor, the revisions in which it takes part. */
export function planAssignments(service_id: number, revisions: readonly StoredRevision[]): DesiredAssignment[] {
  const active = revisions.filter(({ is_active, configuration }) => is_active && configuration !== null)
  const sensors = new Set(active.flatMap(({ sensor_ids }) => sensor_ids))
  return [...sensors].map((sensor_id) => {
    const sensorRevisions = active.filter(({ sensor_ids }) => sensor_ids.includes(sensor_id))
    return {
      sensor_id,
      service_id,
      identity: toIdentity(sensorRevisions),
      newest: sensorRevisions.at(-1)?.revision ?? 0,
      hasSecrets: sensorRevisions.some(({ configuration }) => Object.keys(configuration?.secrets ?? {}).length > 0),
      revisions: sensorRevisions,
    }
  })
}

/**
 * Creates the message for a sensor. `seal` encrypts the secrets for the sensor, or returns null if that is not
 * possible.
 */
export function toAssignment(
  { service_id, revisions }: DesiredAssignment,
  seal: (revision: StoredRevision) => string | null,
): Assignment {
  return {
    v: 1,
    service_id,
    group: getShardOfService(service_id),
    revisions: revisions.map((one) => toAssignedRevision(one, seal)),
  }
}

function toAssignedRevision(
  stored: StoredRevision,
  seal: (revision: StoredRevision) => string | null,
): AssignedRevision {
  return {
    revision: stored.revision,
    effective_from: stored.effective_from.getTime(),
    effective_to: stored.effective_to?.getTime() ?? null,
    is_active: stored.is_active,
    type_id: stored.type_id,
    interval_ms: stored.interval_ms,
    phase_ms: stored.phase_ms,
    sensor_ids: stored.sensor_ids,
    timeout_ms: stored.timeout_ms,
    spread_ms: stored.spread_ms,
    address: stored.configuration?.address ?? '',
    extended_settings: stored.configuration?.extended_settings ?? {},
    secrets: seal(stored),
  }
}

const toIdentity = (revisions: readonly StoredRevision[]): string =>
  revisions
    .map(({ revision, effective_from, effective_to }) =>
      [revision, effective_from.getTime(), effective_to?.getTime() ?? ''].join(':'),
    )
    .join(',')
