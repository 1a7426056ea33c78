import { type BucketSpan, bucketCount, type HostShare, type ShareGrant } from '@wachta/domain'
import type { Digest } from './assignment.ts'
import { readFrame, readInteger, throwWireError, type WireFields, wireVersion, writeFrame } from './frame.ts'
import { countRange, durationRange, maxInteger, readHost, timeRange } from './values.ts'

/** The state that a sensor sends every few seconds. Times are in milliseconds since 1970, by the sensor's own clock. */
export interface SensorHeartbeat {
  readonly v: 1
  readonly host: string
  readonly version: string
  readonly sent: number
  /** The last measured offset of its clock from the centre's; null before the first reply. */
  readonly clock_offset_ms: number | null
  /** The recent delay of the starts of checks (99th percentile). */
  readonly lag_ms: number
  readonly digest: Digest
  /** Whether it reaches its reference targets; null if it has none, or none has ever answered. */
  readonly self_check: boolean | null
  /** The number of networks in which reference targets have answered; null if an older sensor does not send it. */
  readonly reference_networks: number | null
  readonly running: number
  readonly spooled: number
  readonly spooled_bytes: number
  /** The centre has stored all results of slots before this time; null if an older sensor does not send it. */
  readonly complete_until: number | null
  readonly dropped_artifacts: number
  /** Whether its disk accepts no results now. They are sent from memory then, and lost by a restart. */
  readonly disk_fault: boolean
  /**
   * Null until the sensor has tried its browser. Missing if an older sensor, which cannot run browsers, does not send
   * it.
   */
  readonly browser?: ReportedBrowser | null
  /** The buckets of its sensor that it holds. Missing if an older sensor, which runs all checks, does not send it. */
  readonly share?: HostShare | undefined
}

/** Whether a sensor can run a browser in its jail, and if not, why. */
export interface ReportedBrowser {
  readonly able: boolean
  readonly reason: string | null
}

/**
 * The reply of the centre, with times by the centre's clock. Together with the `sent` of the heartbeat, they give the
 * clock offset and the delay, as in NTP.
 */
export interface SensorHeartbeatReply {
  readonly v: 1
  readonly received: number
  readonly sent: number
  /** The digest that the sensor should have. If its own differs, it reads its assignments again. */
  readonly digest: Digest
  /** The time until which the sensor may use its assignments; each reply extends it. */
  readonly valid_until: number
  readonly quarantined: boolean
  /** The number of results of its backlog that it may send until the next reply. */
  readonly backlog_credit: number
  /**
   * The epoch of the planner that leads; a later leader has a higher one. Missing if an older planner does not send it.
   */
  readonly epoch?: number | undefined
  /** Which buckets this host runs. Missing if an older planner does not send it: then every host runs all checks. */
  readonly share?: ShareGrant | undefined
}

const maxBytes = 16_384
const maxReasonLength = 500
const networkCountRange = { max: 10_000 }
const capacityRange = { min: 1, max: 1_000_000 }
const bucketRange = { max: bucketCount - 1 }
const signedRange = { min: -Number.MAX_SAFE_INTEGER }

export const encodeSensorHeartbeat = ({ share, ...heartbeat }: Omit<SensorHeartbeat, 'v'>): Uint8Array =>
  writeFrame({
    ...heartbeat,
    ...(share && {
      share: { capacity: share.capacity, leaving: share.isLeaving, buckets: share.buckets.map(writeSpan) },
    }),
  })

export function decodeSensorHeartbeat(bytes: Uint8Array): SensorHeartbeat {
  const fields = readFrame(bytes, maxBytes)
  return {
    v: wireVersion,
    host: readHost(fields),
    version: fields.text('version', 64),
    // The clock of the sensor may be wrong by any amount.
    sent: fields.integer('sent', signedRange),
    // A heartbeat with an extreme offset is accepted too: without a reply, the sensor could not correct its clock.
    clock_offset_ms: fields.nullable('clock_offset_ms', (name) => clampInteger(fields.integer(name, signedRange))),
    lag_ms: fields.integer('lag_ms', countRange),
    digest: readDigest(fields),
    self_check: fields.nullable('self_check', fields.boolean),
    reference_networks: isSent(fields, 'reference_networks')
      ? fields.nullable('reference_networks', (name) => fields.integer(name, networkCountRange))
      : null,
    running: fields.integer('running', countRange),
    spooled: fields.integer('spooled', countRange),
    spooled_bytes: fields.integer('spooled_bytes'),
    complete_until: isSent(fields, 'complete_until')
      ? fields.nullable('complete_until', (name) => fields.integer(name, timeRange))
      : null,
    dropped_artifacts: fields.integer('dropped_artifacts'),
    disk_fault: isSent(fields, 'disk_fault') && fields.boolean('disk_fault'),
    ...(isSent(fields, 'browser') && {
      browser: fields.nullable('browser', (name) => readAbility(fields.object(name))),
    }),
    ...(isSent(fields, 'share') && { share: readShare(fields.object('share')) }),
  }
}

const readShare = (fields: WireFields): HostShare => ({
  capacity: fields.integer('capacity', capacityRange),
  isLeaving: fields.boolean('leaving'),
  buckets: fields.list('buckets', bucketCount, readSpan),
})

const writeSpan = ({ bucket, from, until }: BucketSpan) => [bucket, from, until]

function readSpan(value: unknown, name: string): BucketSpan {
  if (!Array.isArray(value) || value.length !== 3) return throwWireError(name)
  const [bucket, from, until] = value
  return {
    bucket: readInteger(bucket, name, bucketRange),
    from: readInteger(from, name, timeRange),
    until: until === null ? null : readInteger(until, name, timeRange),
  }
}

const readAbility = (fields: WireFields): ReportedBrowser => ({
  able: fields.boolean('able'),
  reason: fields.nullable('reason', (name) => fields.text(name, maxReasonLength)),
})

export const encodeSensorHeartbeatReply = ({ share, ...answer }: Omit<SensorHeartbeatReply, 'v'>): Uint8Array =>
  writeFrame({
    ...answer,
    ...(share && {
      share: { lease_ms: share.leaseMs, alone: share.isAlone, buckets: share.buckets.map(writeSpan) },
    }),
  })

export function decodeSensorHeartbeatReply(bytes: Uint8Array): SensorHeartbeatReply {
  const fields = readFrame(bytes, maxBytes)
  return {
    v: wireVersion,
    received: fields.integer('received', timeRange),
    sent: fields.integer('sent', timeRange),
    digest: readDigest(fields),
    valid_until: fields.integer('valid_until', timeRange),
    quarantined: fields.boolean('quarantined'),
    backlog_credit: fields.integer('backlog_credit', countRange),
    ...(isSent(fields, 'epoch') && { epoch: fields.integer('epoch') }),
    ...(isSent(fields, 'share') && { share: readGrant(fields.object('share')) }),
  }
}

const readGrant = (fields: WireFields): ShareGrant => ({
  leaseMs: fields.integer('lease_ms', durationRange),
  isAlone: fields.boolean('alone'),
  buckets: fields.list('buckets', bucketCount, readSpan),
})

/** Whether the field was sent: older versions do not send fields that were added later. */
const isSent = (fields: WireFields, name: string): boolean => fields.raw(name) !== undefined

const clampInteger = (value: number): number => Math.max(-maxInteger, Math.min(maxInteger, value))

function readDigest(fields: WireFields): Digest {
  const digest = fields.object('digest')
  const hash = digest.text('hash', 64)
  return /^[0-9a-f]{64}$/.test(hash) ? { count: digest.integer('count', countRange), hash } : throwWireError('digest')
}
