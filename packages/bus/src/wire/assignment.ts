import type { ExtendedSettings } from '@wachta/domain'
import { readFields, readFrame, readInteger, readObject, wireVersion, writeFrame } from './frame.ts'
import {
  day,
  idRange,
  maximumAddress,
  maximumSecrets,
  maximumTypeId,
  readSettings,
  revisionNumber,
  shardRange,
  timeRange,
} from './values.ts'

/** What a sensor holds of one service: the revision in force and those to come. All times in milliseconds since 1970. */
export interface Assignment {
  readonly v: 1
  readonly service_id: number
  /** The group of virtual partitions that its results go to. */
  readonly group: number
  /** In their order; those that have ended are not in it. None: the service is no longer this sensor's. */
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
  /** Secret settings by key, encrypted to the key of the sensor: base64. Null where there are none. */
  readonly secrets: string | null
}

/**
 * What two sides compare to see whether they hold the same assignments: the sorted pairs of service and newest revision,
 * hashed. Services without revisions do not count.
 */
export interface Digest {
  readonly count: number
  readonly hash: string
}

const maximumBytes = 1_048_576
const maximumRevisions = 100
const maximumSensors = 1_000
const maximumInterval = 31 * 86_400_000

export const writeAssignment = (assignment: Omit<Assignment, 'v'>): Uint8Array => writeFrame(assignment)

export function readAssignment(bytes: Uint8Array): Assignment {
  const fields = readFrame(bytes, maximumBytes)
  return {
    v: wireVersion,
    service_id: fields.integer('service_id', idRange),
    group: fields.integer('group', shardRange),
    revisions: fields.list('revisions', maximumRevisions, (value, name) => revisionOf(readObject(value, name))),
  }
}

function revisionOf(object: Readonly<Record<string, unknown>>): AssignedRevision {
  const fields = readFields(object)
  return {
    revision: fields.integer('revision', revisionNumber),
    effective_from: fields.integer('effective_from', timeRange),
    effective_to: fields.nullable('effective_to', (name) => fields.integer(name, timeRange)),
    is_active: fields.boolean('is_active'),
    type_id: fields.text('type_id', maximumTypeId),
    // Nothing is checked more often than once a second: a sensor protects itself and others from a centre gone wrong.
    interval_ms: fields.integer('interval_ms', { least: 1_000, most: maximumInterval }),
    phase_ms: fields.integer('phase_ms', { most: maximumInterval }),
    sensor_ids: fields.list('sensor_ids', maximumSensors, (value, name) => readInteger(value, name, idRange)),
    timeout_ms: fields.integer('timeout_ms', day),
    spread_ms: fields.integer('spread_ms', day),
    address: fields.text('address', maximumAddress),
    extended_settings: readSettings(fields, 'extended_settings'),
    secrets: fields.nullable('secrets', (name) => fields.text(name, maximumSecrets)),
  }
}
