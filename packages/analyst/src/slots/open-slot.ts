import type { CheckTexts, ReceivedReport } from '@wachta/bus'
import {
  type CheckSlice,
  findErrorType,
  isQuorum,
  type JudgedCheck,
  jobSensorId,
  joinSlices,
  type PackedCheck,
  packSlice,
  type SlotOutcome,
} from '@wachta/domain'
import type { OwnerAndTarget } from './owner-and-target.ts'
import type { Receipt } from './receipts.ts'
import { computeOutcome } from './tally.ts'

/**
 * s: scheduled; f: forced (a manual check); c: custom, forced with other settings, so it does not affect the status.
 */
export type AnalysisKind = 's' | 'f' | 'c'

/** The sensors expected in a slot, and the error tolerance. */
export interface SlotExpectation {
  readonly revision: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  /** The owner and the target of the service; undefined for forced analyses. */
  readonly ownerAndTarget?: OwnerAndTarget | undefined
}

/** An open slot, which waits for the results of its sensors. */
export interface PendingSlot {
  readonly service_id: number
  readonly slot: number
  readonly kind: AnalysisKind
  readonly deadline: number
  readonly expectation: SlotExpectation
  /** The results by rank: the index of the sensor in `expectation.sensor_ids`. */
  readonly reports: (ReceivedReport | undefined)[]
  /** The messages that contained the results; they are done only once the slot is stored. */
  readonly receipts: Receipt[]
  /** The time from which the slot can be closed: when the last result came, and at the latest its deadline. */
  due: number
  /** The number of sensors that have not reported. */
  missing: number
  ok: number
  error: number
  /** The outcome, as soon as no missing result can change it. */
  finalOutcome: SlotOutcome | undefined
  /** Whether the outcome was published before the slot was closed. Such a slot is closed even if the plan changes. */
  isPublished: boolean
  /** Ranks of sensors that were in quarantine when their result arrived: it does not count. */
  quarantinedRanks: Set<number> | undefined
}

/** An analysis to store, with the values computed from its checks. */
export interface AnalysisToStore {
  readonly kind: AnalysisKind
  readonly service_id: number
  readonly slot: number
  readonly revision: number
  readonly error_tolerance: number
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly hasQuorum: boolean
  readonly failure: boolean
  readonly checks: Uint8Array
  /** The texts of the checks, such as error messages. */
  readonly details: readonly { readonly sensor_id: number; readonly detail: CheckTexts }[]
  /** The message of a job's report, in the first analysis after the report. */
  readonly jobMessage?: string | undefined
  readonly failing_sensor_ids: readonly number[]
  /** The error type that most failed checks have; null if no check failed. */
  readonly error_type_id: number | null
  /** The average over the successful checks. */
  readonly response_time: number | null
  /** Whether no sensor reported a result. */
  readonly hasNoResults: boolean
}

export function openSlot(
  service_id: number,
  slot: number,
  options: { kind: AnalysisKind; deadline: number; expectation: SlotExpectation },
): PendingSlot {
  const expected = options.expectation.sensor_ids.length
  return {
    service_id,
    slot,
    kind: options.kind,
    deadline: options.deadline,
    expectation: options.expectation,
    reports: new Array<ReceivedReport | undefined>(expected).fill(undefined),
    receipts: [],
    due: options.deadline,
    missing: expected,
    ok: 0,
    error: 0,
    finalOutcome: undefined,
    isPublished: false,
    quarantinedRanks: undefined,
  }
}

/** Whether the slot is part of the schedule of its service, and not forced. */
export const isScheduled = ({ kind }: Pick<PendingSlot, 'kind'>): boolean => kind === 's'

/** Whether all expected results are there, or the deadline has passed. */
export const isFinished = (open: PendingSlot, now: number): boolean =>
  now >= open.deadline || (open.missing === 0 && open.reports.length > 0)

/** Makes the checks of heartbeat services, which no sensor checks. */
export interface HeartbeatChecks {
  /** The check of a heartbeat service in a slot; undefined if nothing is known about the service. */
  heartbeatCheck(service_id: number, slot: number): JobCheck | undefined
}

/** The check of a heartbeat service, with its texts. */
export interface JobCheck {
  readonly check: PackedCheck
  readonly detail: CheckTexts | null
  /** The message of the newest report, if the report came after the previous slot. */
  readonly jobMessage: string | undefined
}

/** Turns an open slot into its analysis. The checks of sensors that have not reported are unknown. */
export function closeSlot(open: PendingSlot, heartbeatChecks: HeartbeatChecks): AnalysisToStore {
  const { service_id, slot, expectation } = open
  if (expectation.sensor_ids[0] === jobSensorId)
    return closeJobSlot(open, heartbeatChecks.heartbeatCheck(service_id, slot))
  return {
    ...computeAnalysis(open, expectation, toChecks(open)),
    service_id,
    slot,
    details: collectDetails(open.reports),
  }
}

function closeJobSlot(
  { kind, service_id, slot, expectation }: PendingSlot,
  job: JobCheck | undefined,
): AnalysisToStore {
  const { check, detail = null, jobMessage } = job ?? {}
  return {
    ...computeAnalysis({ kind }, expectation, [check ? packSlice(check) : getMissingCheck(jobSensorId)]),
    ...{ service_id, slot, jobMessage },
    details: detail === null ? noDetails : [{ sensor_id: jobSensorId, detail }],
  }
}

/** Computes the values of an analysis from its checks, whose bytes are kept unchanged. */
export function computeAnalysis(
  { kind }: { readonly kind: AnalysisKind },
  { revision, error_tolerance }: Omit<SlotExpectation, 'sensor_ids'>,
  checks: readonly CheckSlice[],
): Omit<AnalysisToStore, 'service_id' | 'slot' | 'details'> {
  let [ok, error, timedChecks, totalTimeMs, unanswered] = [0, 0, 0, 0, 0]
  let failing = noSensorIds as number[]
  for (const check of checks) {
    if (check.result === 'ok') {
      ok += 1
      if (check.response_time !== null) {
        timedChecks += 1
        totalTimeMs += check.response_time
      }
    } else if (check.result === 'error') {
      error += 1
      if (error === 1) failing = []
      failing.push(check.sensor_id)
    } else if (check.reason === 'no_answer') unanswered += 1
  }
  const expected = checks.length
  return {
    kind,
    revision,
    error_tolerance,
    ok,
    error,
    unknown: expected - ok - error,
    hasQuorum: isQuorum(ok + error, expected),
    failure: computeOutcome({ ok, error, expected, error_tolerance }) === 'failure',
    checks: joinSlices(checks),
    failing_sensor_ids: failing,
    error_type_id: error === 0 ? null : findErrorType(checks),
    response_time: timedChecks === 0 ? null : Math.round(totalTimeMs / timedChecks),
    hasNoResults: unanswered === expected,
  }
}

const noSensorIds: readonly number[] = []

const noDetails: AnalysisToStore['details'] = []

function toChecks(open: PendingSlot): CheckSlice[] {
  const { reports, expectation } = open
  const checks: CheckSlice[] = new Array(reports.length)
  for (let rank = 0; rank < reports.length; rank += 1) {
    const report = reports[rank]
    const sensor_id = expectation.sensor_ids[rank] ?? 0
    if (report === undefined) checks[rank] = getMissingCheck(sensor_id)
    else checks[rank] = open.quarantinedRanks?.has(rank) ? toQuarantinedCheck(report) : report
  }
  return checks
}

function collectDetails(reports: PendingSlot['reports']): AnalysisToStore['details'] {
  let details: { sensor_id: number; detail: CheckTexts }[] | undefined
  for (const report of reports) {
    if (report === undefined || report.words === null) continue
    details ??= []
    details.push({ sensor_id: report.sensor_id, detail: report.words })
  }
  return details ?? noDetails
}

const missingChecks = new Map<number, CheckSlice>()

/**
 * The check that is stored for a sensor without a result. Cached by sensor, because there are very many such checks.
 */
function getMissingCheck(sensor_id: number): CheckSlice {
  const cached = missingChecks.get(sensor_id)
  if (cached !== undefined) return cached
  const check = packUnknownCheck(sensor_id, 0, 'no_answer')
  missingChecks.set(sensor_id, check)
  return check
}

/** The check that is stored instead of the result of a sensor in quarantine: unknown, with the time of the result. */
export const toQuarantinedCheck = ({ sensor_id, started }: JudgedCheck): CheckSlice =>
  packUnknownCheck(sensor_id, started, 'quarantined')

const packUnknownCheck = (sensor_id: number, started: number, reason: 'no_answer' | 'quarantined'): CheckSlice =>
  packSlice({
    sensor_id,
    started,
    result: 'unknown',
    error_type_id: null,
    reason,
    path_step: null,
    response_time: null,
    data_size: null,
    timings: {},
  })
