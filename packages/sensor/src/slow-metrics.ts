import type { CheckOutcome } from '@wachta/checks'
import type { DueCheck } from './schedule.ts'

/** Metrics that hardly change from one check to the next, or that follow from other numbers of the check. */
const steadyMetrics: ReadonlySet<string> = new Set([
  ...['transfer_time', 'response_size', 'transferred_size', 'status_code', 'redirect_count'],
  ...['request_count', 'steps_completed'],
])

const isSlowMetric = (metric: string): boolean => steadyMetrics.has(metric) || metric.endsWith('_days_left')

/** How often slow metrics are reported. Their readers look back twice as far. */
const slowMetricsPeriodMs = 900_000

/** The part of a check that decides whether it reports slow metrics or keeps reference evidence. */
type Slot = Pick<DueCheck, 'service_id' | 'slot'> & {
  readonly revision: Pick<DueCheck['revision'], 'interval_ms' | 'effective_from'>
}

/**
 * Whether a check reports slow metrics: the first one of a revision does, then one every quarter of an hour. The slot
 * is the same for all sensors, and differs between services. If every check reported these metrics, they would take
 * three times the space of everything else in a result.
 */
export const shouldReportSlowMetrics = (slot: Slot): boolean => isDueSlot(slot, slowMetricsPeriodMs)

/** How often a successful browser check keeps its evidence, for comparison with failures. */
const referencePeriodMs = 7_200_000

export const shouldKeepReferenceEvidence = (slot: Slot): boolean => isDueSlot(slot, referencePeriodMs)

/** Whether a slot is the first of its revision, or the first after a multiple of the period. */
function isDueSlot({ service_id, slot, revision: { interval_ms, effective_from } }: Slot, periodMs: number): boolean {
  const previousSlot = slot - interval_ms
  const countPeriods = (time: number) => Math.floor((time + service_id * interval_ms) / periodMs)
  return previousSlot < effective_from.getTime() || countPeriods(slot) > countPeriods(previousSlot)
}

/** Returns the outcome without its slow metrics. */
export function omitSlowMetrics(outcome: CheckOutcome): CheckOutcome {
  const metrics = Object.entries(outcome.metrics).filter(([metric]) => !isSlowMetric(metric))
  return { ...outcome, metrics: Object.fromEntries(metrics) }
}
