import type { CheckReport, CheckTexts } from '@wachta/bus'
import type { CheckOutcome } from '@wachta/checks'
import { phases, type Timings, type UnknownReason } from '@wachta/domain'

/** The slot, the service and the start of a check. */
export interface CheckedSlot {
  readonly sensor_id: number
  readonly service_id: number
  readonly slot: number
  readonly revision: number
  /** When the check started, or should have started. */
  readonly began: number
}

/** Converts the outcome of a check to the report for the centre. */
export function toCheckReport(checked: CheckedSlot, outcome: CheckOutcome): CheckReport {
  return {
    ...toReportHead(checked),
    result: outcome.result,
    error_type_id: outcome.result === 'error' ? outcome.error_type_id : null,
    reason: outcome.result === 'unknown' ? outcome.reason : null,
    path_step: toWholeNumber(outcome.path_step),
    response_time: toWholeNumber(outcome.response_time),
    data_size: toWholeNumber(outcome.data_size),
    timings: roundTimings(outcome.timings),
    words: toTexts(outcome),
  }
}

/** Creates a report of an unknown result, with the reason. */
export function createUnknownReport(checked: CheckedSlot, reason: UnknownReason): CheckReport {
  return {
    ...toReportHead(checked),
    result: 'unknown',
    error_type_id: null,
    reason,
    path_step: null,
    response_time: null,
    data_size: null,
    timings: {},
    words: null,
  }
}

/** A difference of more than a day between a slot and its check can only come from a wrong clock. */
const maxDifferenceMs = 86_400_000

function toReportHead({ sensor_id, service_id, slot, revision, began }: CheckedSlot) {
  const started = Math.max(-maxDifferenceMs, Math.min(maxDifferenceMs, Math.round(began - slot)))
  return { sensor_id, service_id, slot, revision, started }
}

function toTexts({ error_message, texts: outcomeTexts, metrics, steps }: CheckOutcome): CheckTexts | null {
  const texts: CheckTexts = {
    ...outcomeTexts,
    ...(error_message !== null && error_message !== '' && { error_message }),
    ...(Object.keys(metrics).length > 0 && { metrics }),
    ...(steps !== null && { step_data: steps }),
  }
  return Object.keys(texts).length === 0 ? null : texts
}

const maxValue = 0x7fff_ffff

/** Rounds a number. Returns null if it is missing or negative, so that it does not invalidate the whole result. */
function toWholeNumber(figure: number | null | undefined): number | null {
  if (figure === null || figure === undefined || !(figure >= 0)) return null
  return Math.min(maxValue, Math.round(figure))
}

function roundTimings(measured: Timings): Timings {
  const timings: { -readonly [Phase in keyof Timings]: Timings[Phase] } = {}
  for (const phase of phases) {
    const time = toWholeNumber(measured[phase])
    if (time !== null) timings[phase] = time
  }
  return timings
}
