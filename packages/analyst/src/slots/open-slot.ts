import type { CheckReport, CheckTexts } from '@wachta/bus'
import { jobReporter, type PackedCheck, packChecks, type SlotOutcome } from '@wachta/domain'
import type { Party } from './party.ts'
import type { Receipt } from './receipts.ts'
import { hasQuorum, outcomeOfTally } from './tally.ts'

/** s: by the schedule, f: forced, c: forced with settings of its own, which says nothing about the service. */
export type AnalysisKind = 's' | 'f' | 'c'

/** Who is asked in a slot, and how the answers count. */
export interface SlotQuestion {
  readonly revision: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  /** Whose service it is and what it looks at; not known of analyses out of turn. */
  readonly party?: Party | undefined
}

/** A slot that waits for its sensors. */
export interface PendingSlot {
  readonly service_id: number
  readonly slot: number
  readonly kind: AnalysisKind
  readonly deadline: number
  readonly question: SlotQuestion
  /** By the place of the sensor in the question. */
  readonly reports: (CheckReport | undefined)[]
  /** The messages whose results lie here. */
  readonly receipts: Receipt[]
  /** Since when it could be closed: its deadline, or before that the last answer. */
  due: number
  missing: number
  ok: number
  error: number
  /** The outcome, as soon as nothing that is missing can change it. */
  decided: SlotOutcome | undefined
  /** Whether that was disclosed before the slot was closed: then it is closed whatever becomes of the plan. */
  isDisclosed: boolean
  /** Places of sensors that were in quarantine when they answered: their results do not count. */
  disbelieved: Set<number> | undefined
}

/** An analysis as it is stored, and what follows from it. */
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
  readonly words: readonly { readonly sensor_id: number; readonly words: CheckTexts }[]
  /** What a job sent along with a report that this analysis is the first to see. */
  readonly jobMessage?: string | undefined
  readonly failing_sensor_ids: readonly number[]
  /** Of the first that failed. */
  readonly error_type_id: number | null
  /** The average of the ok checks. */
  readonly response_time: number | null
  /** Whether not one sensor spoke. */
  readonly isSilent: boolean
}

export function openSlot(
  service_id: number,
  slot: number,
  about: { kind: AnalysisKind; deadline: number; question: SlotQuestion },
): PendingSlot {
  const expected = about.question.sensor_ids.length
  return {
    service_id,
    slot,
    kind: about.kind,
    deadline: about.deadline,
    question: about.question,
    reports: new Array<CheckReport | undefined>(expected).fill(undefined),
    receipts: [],
    due: about.deadline,
    missing: expected,
    ok: 0,
    error: 0,
    decided: undefined,
    isDisclosed: false,
    disbelieved: undefined,
  }
}

/** Everybody who is expected has answered, or the time is up. */
export const isFinished = (open: PendingSlot, now: number): boolean =>
  now >= open.deadline || (open.missing === 0 && open.reports.length > 0)

/** Who speaks where no sensor does. */
export interface Substitutes {
  /** The check of a service that no sensor looks at. */
  sensorless(service_id: number, slot: number): JobCheck | undefined
}

/** A check that a watched job reports by itself, with its words. */
export interface JobCheck {
  readonly check: PackedCheck
  readonly words: CheckTexts | null
  /** What the job sent along with its newest report, where that came since the slot before. */
  readonly jobMessage: string | undefined
}

/** The analysis that the slot comes to: who has not answered by now is unknown. */
export function closeSlot(open: PendingSlot, substitutes: Substitutes): AnalysisToStore {
  const { service_id, slot, question } = open
  if (question.sensor_ids[0] === jobReporter) return closeJobSlot(open, substitutes.sensorless(service_id, slot))
  return { ...computeAnalysis(open, question, toChecks(open)), service_id, slot, words: collectWords(open.reports) }
}

function closeJobSlot({ kind, service_id, slot, question }: PendingSlot, job: JobCheck | undefined): AnalysisToStore {
  const { check, words, jobMessage } = job ?? { check: silence(jobReporter), words: null, jobMessage: undefined }
  return {
    ...computeAnalysis({ kind }, question, [check]),
    ...{ service_id, slot, jobMessage },
    words: words === null ? noWords : [{ sensor_id: jobReporter, words }],
  }
}

/** The figures of an analysis from its checks. */
export function computeAnalysis(
  { kind }: { readonly kind: AnalysisKind },
  { revision, error_tolerance }: Omit<SlotQuestion, 'sensor_ids'>,
  checks: readonly PackedCheck[],
): Omit<AnalysisToStore, 'service_id' | 'slot' | 'words'> {
  let [ok, error, timed, time, silent] = [0, 0, 0, 0, 0]
  let failing = none as number[]
  let error_type_id: number | null = null
  for (const check of checks) {
    if (check.result === 'ok') {
      ok += 1
      if (check.response_time !== null) {
        timed += 1
        time += check.response_time
      }
    } else if (check.result === 'error') {
      error += 1
      if (error === 1) {
        failing = []
        error_type_id = check.error_type_id
      }
      failing.push(check.sensor_id)
    } else if (check.reason === 'no_answer') silent += 1
  }
  const expected = checks.length
  return {
    kind,
    revision,
    error_tolerance,
    ok,
    error,
    unknown: expected - ok - error,
    hasQuorum: hasQuorum(ok + error, expected),
    failure: outcomeOfTally({ ok, error, expected, error_tolerance }) === 'failure',
    checks: packChecks(checks),
    failing_sensor_ids: failing,
    error_type_id,
    response_time: timed === 0 ? null : Math.round(time / timed),
    isSilent: silent === expected,
  }
}

const none: readonly number[] = []
const noWords: AnalysisToStore['words'] = []

function toChecks(open: PendingSlot): PackedCheck[] {
  const { reports, question } = open
  const checks: PackedCheck[] = new Array(reports.length)
  for (let rank = 0; rank < reports.length; rank += 1) {
    const report = reports[rank]
    const sensor_id = question.sensor_ids[rank] ?? 0
    if (report === undefined) checks[rank] = silence(sensor_id)
    else checks[rank] = open.disbelieved?.has(rank) ? disbelieved(report) : report
  }
  return checks
}

function collectWords(reports: PendingSlot['reports']): AnalysisToStore['words'] {
  let found: { sensor_id: number; words: CheckTexts }[] | undefined
  for (const report of reports) {
    if (report === undefined || report.words === null) continue
    found ??= []
    found.push({ sensor_id: report.sensor_id, words: report.words })
  }
  return found ?? noWords
}

const silences = new Map<number, PackedCheck>()

/** What is stored for a sensor that said nothing. */
function silence(sensor_id: number): PackedCheck {
  const known = silences.get(sensor_id)
  if (known !== undefined) return known
  const check = unknownCheck(sensor_id, 0, 'no_answer')
  silences.set(sensor_id, check)
  return check
}

/** What is stored of a sensor that is in quarantine: that it was there. */
export const disbelieved = ({ sensor_id, started }: PackedCheck): PackedCheck =>
  unknownCheck(sensor_id, started, 'quarantined')

const unknownCheck = (sensor_id: number, started: number, reason: 'no_answer' | 'quarantined'): PackedCheck => ({
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
