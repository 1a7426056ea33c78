import type { CheckTexts } from '@wachta/bus'
import { type ExtendedSettings, jobSensorId, type PackedCheck } from '@wachta/domain'
import type { JobCheck } from './slots/open-slot.ts'

/** The reports of a job. All times are in milliseconds since 1970. */
export interface JobHeartbeat {
  readonly started_at: number | null
  readonly finished_at: number | null
  readonly failed_at: number | null
  /** The `finished_at` before the current one, to compute how late the job was. */
  readonly previous_finished_at: number | null
  /** The message that the job sent when its last run finished or failed. */
  readonly message: string | null
}

export interface HeartbeatPlan {
  readonly intervalMs: number
  /** The time from which the job is expected to report. */
  readonly since: number
  /** When the last pause ended; minus infinity without one. A job need not report during a pause. */
  readonly resumedAt: number
  readonly extended_settings: ExtendedSettings
}

/** Ids of the error types of heartbeat services. */
const missed = 1701
const neverReceived = 1702
const failureReported = 1703
const runTooLong = 1704

const defaultGraceSeconds = 300
/** The largest response time that fits into its database column, 24 days. A job may run longer. */
const maxResponseTimeMs = 0x7fff_ffff

/** Makes the check of a heartbeat service in a slot: its result, its metrics, and the message of the job. */
export function checkHeartbeat(given: JobHeartbeat | undefined, plan: HeartbeatPlan, slot: number): JobCheck {
  const heartbeat = given ?? noReport
  const check = judgeHeartbeat(heartbeat, plan, slot)
  const endedAt = getLastEnd(heartbeat)
  const isNew = endedAt > slot - plan.intervalMs && endedAt <= slot
  const message = heartbeat.message ?? undefined
  return {
    check,
    detail: toTexts({
      ...(check.error_type_id === failureReported && message !== undefined && { error_message: message }),
      metrics: computeMetrics(heartbeat, plan, slot),
    }),
    jobMessage: isNew ? message : undefined,
  }
}

/** Returns the result of the check. It is unknown until the first report is due, also after a pause. */
function judgeHeartbeat(heartbeat: JobHeartbeat, plan: HeartbeatPlan, slot: number): PackedCheck {
  const { started_at, finished_at, failed_at } = heartbeat
  const { grace, maximum_run_time } = plan.extended_settings
  const maxSilenceMs = plan.intervalMs + (typeof grace === 'number' ? grace : defaultGraceSeconds) * 1000
  const isRunning = started_at !== null && started_at > getLastEnd(heartbeat)
  if (isRunning && typeof maximum_run_time === 'number' && slot - started_at > maximum_run_time * 1000)
    return toFailedCheck(runTooLong)
  if (failed_at !== null && failed_at === getLastEnd(heartbeat)) return toFailedCheck(failureReported)
  if (finished_at === null) return slot - plan.since > maxSilenceMs ? toFailedCheck(neverReceived) : unknownCheck
  if (slot - finished_at > maxSilenceMs)
    return slot - plan.resumedAt > maxSilenceMs ? toFailedCheck(missed) : unknownCheck
  return { ...unknownCheck, result: 'ok', reason: null, response_time: computeDuration(heartbeat) }
}

/** Computes the metrics, named as in the dictionary of metric types. Unknown metrics are left out. */
function computeMetrics(
  heartbeat: JobHeartbeat,
  { intervalMs: interval, resumedAt }: HeartbeatPlan,
  slot: number,
): Record<string, number> {
  const { finished_at, previous_finished_at } = heartbeat
  const duration = computeDuration(heartbeat)
  if (finished_at === null) return {}
  const overdue = slot - Math.max(finished_at, resumedAt) - interval
  const previousDelay =
    previous_finished_at === null ? 0 : finished_at - Math.max(previous_finished_at, resumedAt) - interval
  return {
    heartbeat_delay: Math.max(0, Math.round((overdue > 0 ? overdue : previousDelay) / 1000)),
    ...(duration !== null && { job_duration: duration }),
  }
}

const computeDuration = ({ started_at, finished_at }: JobHeartbeat): number | null =>
  started_at !== null && finished_at !== null && started_at <= finished_at
    ? Math.min(maxResponseTimeMs, finished_at - started_at)
    : null

const getLastEnd = ({ finished_at, failed_at }: JobHeartbeat): number => Math.max(finished_at ?? 0, failed_at ?? 0)

const toTexts = ({ metrics = {}, ...texts }: CheckTexts): CheckTexts | null => {
  const all = Object.keys(metrics).length === 0 ? texts : { ...texts, metrics }
  return Object.keys(all).length === 0 ? null : all
}

const noReport: JobHeartbeat = {
  started_at: null,
  finished_at: null,
  failed_at: null,
  previous_finished_at: null,
  message: null,
}

const unknownCheck: PackedCheck = {
  sensor_id: jobSensorId,
  started: 0,
  result: 'unknown',
  error_type_id: null,
  reason: 'no_answer',
  path_step: null,
  response_time: null,
  data_size: null,
  timings: {},
}

const toFailedCheck = (error_type_id: number): PackedCheck => ({
  ...unknownCheck,
  result: 'error',
  reason: null,
  error_type_id,
})
