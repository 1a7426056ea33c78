import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Absence } from './stand-in.ts'

/** What the watching of a service depends on. */
export interface WatchedService {
  readonly id: number
  readonly type_id: string
  readonly address: string
  /** Seconds. */
  readonly interval: number
  readonly is_active: boolean
  readonly is_archived: boolean
  /** The owner is neither blocked nor closed. */
  readonly owner_is_open: boolean
  readonly extended_settings: ExtendedSettings
  /** The service's own choice. */
  readonly sensor_ids: readonly number[] | null
  /** Those of its group for the category of its type. */
  readonly group_sensor_ids: readonly number[]
  /** Sensors that do not answer for it, with those who stand in for them. */
  readonly absences?: readonly Absence[]
}

export type ExtendedSettings = Readonly<Record<string, number | boolean | string | null>>

/** All that sensors and the analyst know of a service: they compute the same slots from it, each on its own. */
export interface RevisionContent {
  readonly is_active: boolean
  readonly type_id: string
  readonly address: string
  readonly extended_settings: ExtendedSettings
  readonly interval_ms: number
  readonly phase_ms: number
  /** Sorted: the rank in it decides who starts when. */
  readonly sensor_ids: readonly number[]
  readonly timeout_ms: number
  readonly spread_ms: number
  readonly error_tolerance: number
}

/** When a revision is in force: from its start up to, not including, its end; null where no end is known. */
export interface RevisionPeriod {
  readonly revision: number
  readonly effective_from: Date
  readonly effective_to: Date | null
}

export type Revision = RevisionContent & RevisionPeriod

/** A change is announced this long ahead, so that all sensors make it at the same slot. */
const fenceMs = 30_000
const maxSpreadMs = 10_000
const defaultTimeoutMs = 10_000
/** A majority. */
const defaultTolerance = 51

export function buildRevision(service: WatchedService): RevisionContent {
  const interval_ms = service.interval * 1000
  const sensor_ids = sensorsOf(service)
  const { timeout, reply_timeout, error_tolerance } = service.extended_settings
  return {
    is_active: service.is_active && !service.is_archived && service.owner_is_open,
    type_id: service.type_id,
    address: service.address,
    extended_settings: service.extended_settings,
    interval_ms,
    phase_ms: phaseOf(service.id, interval_ms),
    sensor_ids,
    timeout_ms: firstNumber(timeout, reply_timeout) ?? defaultTimeoutMs,
    // Sensors of one service start one after another; one alone has nobody to wait for.
    spread_ms: sensor_ids.length > 1 ? Math.min(Math.floor(interval_ms / 4), maxSpreadMs) : 0,
    error_tolerance: firstNumber(error_tolerance) ?? defaultTolerance,
  }
}

/**
 * When a change takes hold: a pause at once, anything else after the fence. `before` is the newest content, in force or
 * still pending: measured against the one in force, the pause of a service whose resumption is pending would be none.
 */
export function effectiveFrom(before: RevisionContent | null, after: RevisionContent, now: Date): Date {
  const isPause = before?.is_active === true && !after.is_active
  return isPause ? now : new Date(now.getTime() + fenceMs)
}

/** Whether both mean the same work: then there is nothing to announce. */
export function sameRevision(one: RevisionContent, other: RevisionContent): boolean {
  return isDeepStrictEqual(contentOf(one), contentOf(other))
}

/**
 * The existing revisions as they are once another starts: none reaches beyond that start, and one that would have begun
 * only then never comes into force (it ends where it begins).
 */
export function closeRevision<R extends RevisionPeriod>(existing: readonly R[], start: Date): R[] {
  return existing.map((period) => {
    const { effective_from, effective_to } = period
    if (effective_from >= start) return { ...period, effective_to: effective_from }
    return effective_to !== null && effective_to <= start ? period : { ...period, effective_to: start }
  })
}

/** The revision in force at the instant; revisions closed by `closeRevision` never give two. */
export function revisionInForce<R extends RevisionPeriod>(revisions: readonly R[], instant: Date): R | undefined {
  return revisions.find(
    ({ effective_from, effective_to }) =>
      effective_from <= instant && (effective_to === null || instant < effective_to),
  )
}

/** Without what a stored revision knows besides: its number and its period do not make it another. */
function contentOf(revision: RevisionContent): RevisionContent {
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

/** Those that are chosen, and while one of them does not answer, whoever stands in for it. */
function sensorsOf(service: WatchedService): number[] {
  const chosen = chosenSensors(service)
  const { absences = [], extended_settings } = service
  const standIns = absences.flatMap(({ sensor_id, stand_in_id }) =>
    stand_in_id !== null && chosen.includes(sensor_id) ? [stand_in_id] : [],
  )
  const isAllowed = extended_settings['sensors_failover'] !== false
  return [...new Set([...chosen, ...(isAllowed ? standIns : [])])].sort((one, other) => one - other)
}

/** An empty choice is none: it must not leave a service unwatched where its group has sensors. */
export const chosenSensors = ({
  sensor_ids,
  group_sensor_ids,
}: Pick<WatchedService, 'sensor_ids' | 'group_sensor_ids'>): readonly number[] =>
  sensor_ids !== null && sensor_ids.length > 0 ? sensor_ids : group_sensor_ids

/** Where in its interval a service is checked: always the same, and spread evenly over all services. */
function phaseOf(id: number, interval_ms: number): number {
  return createHash('sha256').update(String(id)).digest().readUIntBE(0, 6) % interval_ms
}

function firstNumber(...values: readonly (ExtendedSettings[string] | undefined)[]): number | undefined {
  return values.find((value) => typeof value === 'number')
}
