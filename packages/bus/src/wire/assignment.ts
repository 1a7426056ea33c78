import type { ExtendedSettings } from '@wachta/domain'
import { readFields, readFrame, readInteger, readObject, wireVersion, writeFrame } from './frame.ts'
import {
  durationRange,
  idRange,
  maxAddressLength,
  maxSecretsLength,
  maxTypeIdLength,
  readSettings,
  revisionRange,
  shardRange,
  timeRange,
} from './values.ts'

/** The current and future revisions of one service for a sensor. Times are in milliseconds since 1970. */
export interface Assignment {
  readonly v: 1
  readonly service_id: number
  /** The shard that its results go to. */
  readonly group: number
  /** In order, without those that have ended. Empty if the service is no longer assigned to this sensor. */
  readonly revisions: readonly AssignedRevision[]
}

export interface AssignedRevision {
  readonly revision: number
  readonly effective_from: number
  readonly effective_to: number | null
  readonly is_active: boolean
  readonly type_id: string
  readonly interval_ms: number
  readonly phase_ms: number
  readonly sensor_ids: readonly number[]
  readonly timeout_ms: number
  readonly spread_ms: number
  readonly address: string
  readonly extended_settings: ExtendedSettings
  /** Secret settings by key, encrypted to the key of the sensor, in base64; null if there are none. */
  readonly secrets: string | null
}

/**
 * A hash over the sorted pairs of service and newest revision, by which a sensor and the centre find out whether they
 * have the same assignments. Services without revisions do not count.
 */
export interface Digest {
  readonly count: number
  readonly hash: string
}

const maxBytes = 1_048_576
const maxRevisions = 100
const maxSensors = 1_000
const maxInterval = 31 * 86_400_000

export const writeAssignment = (assignment: Omit<Assignment, 'v'>): Uint8Array => writeFrame(assignment)

export function readAssignment(bytes: Uint8Array): Assignment {
  const fields = readFrame(bytes, maxBytes)
  return {
    v: wireVersion,
    service_id: fields.integer('service_id', idRange),
    group: fields.integer('group', shardRange),
    revisions: fields.list('revisions', maxRevisions, (value, name) => readRevision(readObject(value, name))),
  }
}

function readRevision(object: Readonly<Record<string, unknown>>): AssignedRevision {
  const fields = readFields(object)
  return {
    revision: fields.integer('revision', revisionRange),
    effective_from: fields.integer('effective_from', timeRange),
    effective_to: fields.nullable('effective_to', (name) => fields.integer(name, timeRange)),
    is_active: fields.boolean('is_active'),
    type_id: fields.text('type_id', maxTypeIdLength),
    // At most one check per second, to protect the sensor and the checked hosts from a faulty centre.
    interval_ms: fields.integer('interval_ms', { min: 1_000, max: maxInterval }),
    phase_ms: fields.integer('phase_ms', { max: maxInterval }),
    sensor_ids: fields.list('sensor_ids', maxSensors, (value, name) => readInteger(value, name, idRange)),
    timeout_ms: fields.integer('timeout_ms', durationRange),
    spread_ms: fields.integer('spread_ms', durationRange),
    address: fields.text('address', maxAddressLength),
    extended_settings: readSettings(fields, 'extended_settings'),
    secrets: fields.nullable('secrets', (name) => fields.text(name, maxSecretsLength)),
  }
}
