import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Absence } from './failover.ts'

/** The part of a service that its revisions depend on. */
export interface WatchedService {
  readonly id: number
  readonly type_id: string
  /** The category of its check type. */
  readonly category_id: string
  readonly address: string
  /** Seconds. */
  readonly interval: number
  readonly is_active: boolean
  readonly is_archived: boolean
  /** The owner is neither blocked nor closed. */
  readonly owner_is_open: boolean
  readonly extended_settings: ExtendedSettings
  /** The sensors that are chosen for the service itself. */
  readonly sensor_ids: readonly number[] | null
  /** The sensors of its group for the category of its check type. */
  readonly group_sensor_ids: readonly number[]
  /** Those of its sensors that cannot run its checks at present. They take no part. */
  readonly unable_sensor_ids?: readonly number[]
  /** Sensors that give no results for the service, with their failover sensors. */
  readonly absences?: readonly Absence[]
}

export type ExtendedSettings = Readonly<Record<string, SettingValue>>

/** The value of a setting. Lists and objects are headers, expected values and steps of scenarios. */
type SettingValue =
  | number
  | boolean
  | string
  | null
  | readonly SettingValue[]
  | { readonly [name: string]: SettingValue }

/** How long a list or an object may be as JSON, so that the revisions of a service fit into one message. */
export const maxNestedSettingLength = 131_072

/**
 * The properties of a service that sensors and the analyst know. Each computes the same slots from them independently.
 */
export interface RevisionContent {
  readonly is_active: boolean
  readonly type_id: string
  readonly address: string
  readonly extended_settings: ExtendedSettings
  readonly interval_ms: number
  readonly phase_ms: number
  /** Sorted, because the index of a sensor decides when it starts. */
  readonly sensor_ids: readonly number[]
  readonly timeout_ms: number
  readonly spread_ms: number
  readonly error_tolerance: number
}

/** When a revision is in force: from its start (inclusive) to its end (exclusive), or null if no end is known. */
export interface RevisionPeriod {
  readonly revision: number
  readonly effective_from: Date
  readonly effective_to: Date | null
}

export type Revision = RevisionContent & RevisionPeriod

/** A change is published this long before it takes effect, so that all sensors apply it at the same slot. */
const revisionDelayMs = 30_000
const maxSpreadMs = 10_000
const defaultTimeoutMs = 10_000
/** The category of check types that need a sensor with a browser. */
export const browserCategory = 'browser'
/**
 * A check in a browser waits for a free one (8 s), starts it (3 s) and collects evidence (4 s), in addition to its own
 * time.
 */
const browserOverheadMs = 15_000
/** A majority. */
const defaultTolerance = 51

export function buildRevision(service: WatchedService): RevisionContent {
  const interval_ms = service.interval * 1000
  const sensor_ids = listSensors(service)
  const { error_tolerance } = service.extended_settings
  return {
    is_active: service.is_active && !service.is_archived && service.owner_is_open,
    type_id: service.type_id,
    address: service.address,
    extended_settings: service.extended_settings,
    interval_ms,
    phase_ms: computePhaseMs(service.id, interval_ms),
    sensor_ids,
    timeout_ms: getTimeoutMs(service),
    // The sensors of a service start one after another; a single sensor starts immediately.
    spread_ms: sensor_ids.length > 1 ? Math.min(Math.floor(interval_ms / 4), maxSpreadMs) : 0,
    error_tolerance: firstNumber(error_tolerance) ?? defaultTolerance,
  }
}

/** Returns how long a sensor may take for a check. */
export function getTimeoutMs({
  category_id,
  extended_settings: { timeout, reply_timeout },
}: Pick<WatchedService, 'category_id' | 'extended_settings'>): number {
  const checkTimeoutMs = firstNumber(timeout, reply_timeout) ?? defaultTimeoutMs
  return category_id === browserCategory ? checkTimeoutMs + browserOverheadMs : checkTimeoutMs
}

/**
 * Returns when a change takes effect: a pause immediately, anything else after the delay. `before` is the newest
 * content, in force or pending: compared with the one in force, a pause during a pending resumption would not be
 * detected.
 */
export function computeEffectiveFrom(before: RevisionContent | null, after: RevisionContent, now: Date): Date {
  const isPause = before?.is_active === true && !after.is_active
  return isPause ? now : new Date(now.getTime() + revisionDelayMs)
}

/** Whether both contents are equal, so that no new revision is needed. */
export function isSameRevision(one: RevisionContent, other: RevisionContent): boolean {
  return isDeepStrictEqual(getContent(one), getContent(other))
}

/**
 * Returns the existing revisions with another one starting at `start`: they end there at the latest. A revision that
 * would have begun only then never takes effect (it ends where it begins).
 */
export function endRevisionsAt<R extends RevisionPeriod>(existing: readonly R[], start: Date): R[] {
  return existing.map((period) => {
    const { effective_from, effective_to } = period
    if (effective_from >= start) return { ...period, effective_to: effective_from }
    return effective_to !== null && effective_to <= start ? period : { ...period, effective_to: start }
  })
}

/** Returns the revision in force at the instant. There is never more than one after `endRevisionsAt`. */
export function findRevisionInForce<R extends RevisionPeriod>(revisions: readonly R[], instant: Date): R | undefined {
  return revisions.find(
    ({ effective_from, effective_to }) =>
      effective_from <= instant && (effective_to === null || instant < effective_to),
  )
}

/** Returns only the content, without the number and the period of a stored revision. */
function getContent(revision: RevisionContent): RevisionContent {
  return {
    is_active: revision.is_active,
    type_id: revision.type_id,
    address: revision.address,
    extended_settings: revision.extended_settings,
    interval_ms: revision.interval_ms,
    phase_ms: revision.phase_ms,
    sensor_ids: revision.sensor_ids,
    timeout_ms: revision.timeout_ms,
    spread_ms: revision.spread_ms,
    error_tolerance: revision.error_tolerance,
  }
}

/** Returns the chosen sensors that are able, and the failover sensors of those that are absent. */
function listSensors(service: WatchedService): number[] {
  const chosen = getChosenSensors(service)
  const { absences = [], unable_sensor_ids = [], extended_settings } = service
  const failoverSensors = absences.flatMap(({ sensor_id, stand_in_id }) =>
    stand_in_id !== null && chosen.includes(sensor_id) ? [stand_in_id] : [],
  )
  const isFailoverAllowed = extended_settings['sensors_failover'] !== false
  const all = new Set([...chosen, ...(isFailoverAllowed ? failoverSensors : [])]).difference(new Set(unable_sensor_ids))
  return [...all].sort((one, other) => one - other)
}

/** Returns the chosen sensors of the service; if it has none, those of the group. */
export const getChosenSensors = ({
  sensor_ids,
  group_sensor_ids,
}: Pick<WatchedService, 'sensor_ids' | 'group_sensor_ids'>): readonly number[] =>
  sensor_ids !== null && sensor_ids.length > 0 ? sensor_ids : group_sensor_ids

/** Returns the offset of the slots within the interval: constant for a service, and spread evenly over all services. */
function computePhaseMs(id: number, interval_ms: number): number {
  return createHash('sha256').update(String(id)).digest().readUIntBE(0, 6) % interval_ms
}

function firstNumber(...values: readonly (ExtendedSettings[string] | undefined)[]): number | undefined {
  return values.find((value) => typeof value === 'number')
}
