import type { ForceCommand } from '@wachta/bus'
import { findCheckType } from '@wachta/checks'
import type { BucketShare, ShareGrant } from '@wachta/domain'
import { type Assignments, createAssignments } from './assignments.ts'
import { type Checker, type CheckerOptions, type CheckJob, createChecker } from './checker.ts'
import {
  type ClockOffset,
  createClockOffset,
  createClockWatch,
  maxReliableOffsetMs,
  maxReportingOffsetMs,
} from './clock-offset.ts'
import { createForcedJobs } from './forced.ts'
import { createOwnChecks } from './own-checks.ts'
import { createSchedule, type DueCheck, maxStartDelayMs, type Schedule } from './schedule.ts'
import { shouldKeepReferenceEvidence, shouldReportSlowMetrics } from './slow-metrics.ts'
import { parseTarget } from './target.ts'

export interface SensorOptions extends CheckerOptions {
  /** A monotonic clock in milliseconds; without it, changes of the wall clock are not detected. */
  readonly monotonic?: () => number
  /** The time until which the assignments may be used. */
  readonly valid_until?: number
  /** Earlier starts are skipped: a process that was killed may have run them without a trace. */
  readonly startsFrom?: number | undefined
  /** The share of the checks that this host runs; all of them if it is missing. Requires `monotonic`. */
  readonly share?: BucketShare
}

/** The core of a sensor, without disk and connection: it depends only on the clock and on the calls that it gets. */
export interface SensorCore {
  readonly assignments: Assignments
  readonly schedule: Pick<Schedule, 'take' | 'listTaken'>
  readonly checker: Pick<Checker, 'running' | 'waiting' | 'unreported' | 'lag'>
  readonly clock: ClockOffset
  readonly valid_until: number
  /** The time at which something is due next. */
  readonly nextAt: number
  /** Does what is due now. */
  advance(): void
  /** Sets the time until which the assignments may be used. */
  renew(valid_until: number): void
  /** Applies the share that the planner granted in reply to the heartbeat sent at this time of the monotonic clock. */
  applyShare(grant: ShareGrant | undefined, sentAt: number): void
  /** Does what is due now, and leaves everything later to the other hosts of the sensor. */
  leave(): void
  /** Whether this host, of all hosts of the sensor, runs the service or command with this id now. */
  isOwn(key: number | string): boolean
  /** Runs a forced check. Returns false if the command came too late, was already received, or too many are waiting. */
  force(command: ForceCommand): boolean
}

export function createSensor(options: SensorOptions): SensorCore {
  const { now, monotonic, share, startsFrom = Number.NEGATIVE_INFINITY } = options
  const assignments = createAssignments((service_id) => schedule.plan(service_id, now()))
  const schedule: Schedule = createSchedule(options.sensor_id, assignments)
  const checker = createChecker(options)
  const forced = createForcedJobs<CheckJob>()
  const clock = createClockOffset()
  const clockWatch = createClockWatch()
  let valid_until = options.valid_until ?? Number.NEGATIVE_INFINITY

  const ownChecks = createOwnChecks({
    ...{ share, now, services: assignments.services },
    plan: (service_id) => schedule.plan(service_id, now(), maxStartDelayMs),
  })
  const startCheck = (job: CheckJob, instant: number): void => {
    const offset = Math.abs(clock.offset_ms ?? 0)
    // Without valid assignments or the right time, neither checks nor unknown results would be correct.
    if (offset > maxReportingOffsetMs || instant > valid_until) return
    if (offset > maxReliableOffsetMs) checker.reportUnknown(job, 'clock')
    else if (instant - job.at > maxStartDelayMs) checker.reportUnknown(job, 'overloaded')
    else checker.check(job)
  }
  const advance = (instant: number): void => {
    const step = monotonic ? clockWatch.step(instant, monotonic()) : 0
    if (step !== 0) {
      clock.adjustForStep(step)
      schedule.replan(instant)
    }
    checker.expire(instant)
    const wasValid = share?.isValid
    share?.observe(monotonic?.() ?? 0, step)
    if (share?.isValid !== wasValid) ownChecks.change(() => undefined)
    for (const start of schedule.takeDue(
      instant,
      ({ service_id, at }) => at >= startsFrom && ownChecks.has(service_id, at),
    ))
      startCheck(toJob(start), instant)
    for (const job of forced.takeDue(instant)) if (ownChecks.has(job.service_id, job.slot)) startCheck(job, instant)
  }
  return {
    assignments,
    schedule,
    checker,
    clock,
    get valid_until() {
      return valid_until
    },
    get nextAt() {
      return Math.min(schedule.nextAt, forced.nextAt)
    },
    advance: () => advance(now()),
    applyShare: (grant, sentAt) =>
      ownChecks.change((bucketShare) => bucketShare.apply(grant, sentAt, monotonic?.() ?? 0)),
    leave() {
      const instant = now()
      advance(instant)
      ownChecks.change((bucketShare) => bucketShare.leave(Math.floor(instant) + 1))
    },
    isOwn: (key) => ownChecks.has(key, now()),
    renew(until) {
      valid_until = until
    },
    force(command) {
      const { service_id, group, slot, address, expires_at } = command
      const instant = now()
      const at = Math.max(slot, instant)
      const target = parseTarget(address)
      const needsBrowser = isBrowserType(command.type_id)
      const job = { ...{ service_id, group, slot, at, revision: command, target, needsBrowser }, ...forcedJobFlags }
      return forced.add(job, expires_at, instant)
    },
  }
}

function toJob(start: DueCheck): CheckJob {
  const needsBrowser = isBrowserType(start.revision.type_id)
  return {
    ...start,
    target: start.revision.target,
    needsBrowser,
    isForced: false,
    omitsSlowMetrics: !shouldReportSlowMetrics(start),
    keepsEvidence: needsBrowser && shouldKeepReferenceEvidence(start),
  }
}

/** A forced check reports and keeps everything. */
const forcedJobFlags = { isForced: true, omitsSlowMetrics: false, keepsEvidence: true } as const

/** Whether checks of this type run in a browser. */
export const isBrowserType = (id: string): boolean => findCheckType(id)?.category === 'browser'
