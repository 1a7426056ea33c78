import type { Digest } from './assignment.ts'
import { fail, readFrame, type WireFields, wireVersion, writeFrame } from './frame.ts'
import { countRange, maxInteger, readHost, timeRange } from './values.ts'

/** What a sensor tells of itself every few seconds. All times in milliseconds since 1970, by its own clock. */
export interface SensorHeartbeat {
  readonly v: 1
  readonly host: string
  readonly version: string
  readonly sent: number
  /** The offset of its clock from the centre's as it measured it last; null before the first answer. */
  readonly clock_offset_ms: number | null
  /** How late checks start at most, lately (99th percentile). */
  readonly lag_ms: number
  readonly digest: Digest
  /** Whether it reaches its reference targets; null where none has ever answered, or it has none. */
  readonly self_check: boolean | null
  /** In how many networks reference targets have answered; null from a version that does not say. */
  readonly reference_networks: number | null
  readonly running: number
  readonly spooled: number
  readonly spooled_bytes: number
  readonly dropped_artifacts: number
  /** Whether its disk takes no results at present: they are sent from memory, and a restart loses them. */
  readonly disk_fault: boolean
}

/** The answer of the centre, by the centre's clock. Offset and delay follow from these and from `sent`, as in NTP. */
export interface SensorHeartbeatReply {
  readonly v: 1
  readonly received: number
  readonly sent: number
  /** What the sensor ought to hold. Where it differs, the sensor reads its assignments again. */
  readonly digest: Digest
  /** Assignments may be used until then unless another answer comes. */
  readonly valid_until: number
  readonly quarantined: boolean
  /** How many results of its backlog it may send until the next answer. */
  readonly backlog_credit: number
  /** Of the planner that leads: a later one has a higher epoch. Missing from a version that does not say. */
  readonly epoch?: number | undefined
}

const maximumBytes = 16_384
const small = { most: 10_000 }
const offset = { least: -Number.MAX_SAFE_INTEGER }

export const encodeSensorHeartbeat = (heartbeat: Omit<SensorHeartbeat, 'v'>): Uint8Array => writeFrame(heartbeat)

export function decodeSensorHeartbeat(bytes: Uint8Array): SensorHeartbeat {
  const fields = readFrame(bytes, maximumBytes)
  return {
    v: wireVersion,
    host: readHost(fields),
    version: fields.text('version', 64),
    // By a clock that may be off by any amount.
    sent: fields.integer('sent', offset),
    // Such a sensor must be heard all the same, or it never learns how far its clock is off.
    clock_offset_ms: fields.nullable('clock_offset_ms', (name) => withinInteger(fields.integer(name, offset))),
    lag_ms: fields.integer('lag_ms', countRange),
    digest: digestFrom(fields),
    self_check: fields.nullable('self_check', fields.boolean),
    reference_networks: isSent(fields, 'reference_networks')
      ? fields.nullable('reference_networks', (name) => fields.integer(name, small))
      : null,
    running: fields.integer('running', countRange),
    spooled: fields.integer('spooled', countRange),
    spooled_bytes: fields.integer('spooled_bytes'),
    dropped_artifacts: fields.integer('dropped_artifacts'),
    disk_fault: isSent(fields, 'disk_fault') && fields.boolean('disk_fault'),
  }
}

export const encodeSensorHeartbeatReply = (answer: Omit<SensorHeartbeatReply, 'v'>): Uint8Array => writeFrame(answer)

export function decodeSensorHeartbeatReply(bytes: Uint8Array): SensorHeartbeatReply {
  const fields = readFrame(bytes, maximumBytes)
  return {
    v: wireVersion,
    received: fields.integer('received', timeRange),
    sent: fields.integer('sent', timeRange),
    digest: digestFrom(fields),
    valid_until: fields.integer('valid_until', timeRange),
    quarantined: fields.boolean('quarantined'),
    backlog_credit: fields.integer('backlog_credit', countRange),
    ...(isSent(fields, 'epoch') && { epoch: fields.integer('epoch') }),
  }
}

/** Versions from before a field do not send it. */
const isSent = (fields: WireFields, name: string): boolean => fields.raw(name) !== undefined

const withinInteger = (value: number): number => Math.max(-maxInteger, Math.min(maxInteger, value))

function digestFrom(fields: WireFields): Digest {
  const digest = fields.object('digest')
  const hash = digest.text('hash', 64)
  return /^[0-9a-f]{64}$/.test(hash) ? { count: digest.integer('count', countRange), hash } : fail('digest')
}
