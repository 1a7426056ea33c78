import type { ExtendedSettings, PackedCheck } from '@wachta/domain'

/** What a job has told of itself. All times in milliseconds since 1970. */
export interface Heartbeat {
  readonly started_at: number | null
  readonly finished_at: number | null
  readonly failed_at: number | null
}

export interface HeartbeatPlan {
  readonly interval: number
  /** Since when the job is expected to report. */
  readonly since: number
  readonly extended_settings: ExtendedSettings
}

/** Failures of a job that reports by itself, by their ids in the dictionary of error types. */
const missed = 1701
const neverReceived = 1702
const failureReported = 1703
const runTooLong = 1704

const defaultGrace = 300

/** Whether a job that reports by itself is well, as of a slot. It is unknown until it could have reported at all. */
export function heartbeatCheck(beat: Heartbeat | undefined, plan: HeartbeatPlan, slot: number): PackedCheck {
  const { started_at, finished_at, failed_at } = beat ?? { started_at: null, finished_at: null, failed_at: null }
  const { grace, maximum_run_time } = plan.extended_settings
  const patience = plan.interval + (typeof grace === 'number' ? grace : defaultGrace) * 1000
  const lastEnd = Math.max(finished_at ?? 0, failed_at ?? 0)
  const isRunning = started_at !== null && started_at > lastEnd
  if (isRunning && typeof maximum_run_time === 'number' && slot - started_at > maximum_run_time * 1000)
    return failed(runTooLong)
  if (failed_at !== null && failed_at === lastEnd) return failed(failureReported)
  if (finished_at === null) return slot - plan.since > patience ? failed(neverReceived) : unknown
  if (slot - finished_at > patience) return failed(missed)
  const took = started_at !== null && started_at <= finished_at ? finished_at - started_at : null
  return { ...unknown, result: 'ok', reason: null, response_time: took }
}

const unknown: PackedCheck = {
  sensor_id: 0,
  started: 0,
  result: 'unknown',
  error_type_id: null,
  reason: 'no_answer',
  path_step: null,
  response_time: null,
  data_size: null,
  timings: {},
}

const failed = (error_type_id: number): PackedCheck => ({ ...unknown, result: 'error', reason: null, error_type_id })
