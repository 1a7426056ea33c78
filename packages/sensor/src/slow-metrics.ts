import type { CheckOutcome } from '@wachta/checks'
import type { Start } from './schedule.ts'

/** Metrics that hardly change from one check to the next, or that follow from other numbers of the check. */
const steady: ReadonlySet<string> = new Set([
  ...['transfer_time', 'response_size', 'transferred_size', 'status_code', 'redirect_count'],
  ...['request_count', 'steps_completed'],
])

const isSlowMetric = (metric: string): boolean => steady.has(metric) || metric.endsWith('_days_left')

/** How often slow metrics are reported. Their readers look back twice as far. */
const slowMetricsPeriodMs = 900_000

/** The part of a check that decides whether it reports slow metrics. */
type Slot = Pick<Start, 'service_id' | 'slot'> & {
  readonly revision: Pick<Start['revision'], 'interval_ms' | 'effective_from'>
}

/**
 * Whether a check reports slow metrics: the first one of a revision does, then one every quarter of an hour. It is the
 * same slot for all sensors, and services take turns. In every check, these metrics would take three times the room of
 * everything else in it.
 */
export const shouldReportSlowMetrics = (slot: Slot): boolean => isDueSlot(slot, slowMetricsPeriodMs)

/** How often a good check in a browser keeps its evidence, so that there is something to compare a failure with. */
const referencePeriodMs = 7_200_000

export const isReference = (slot: Slot): boolean => isDueSlot(slot, referencePeriodMs)

/** Whether a slot is the first of its revision, or the first after a multiple of the period. */
function isDueSlot({ service_id, slot, revision: { interval_ms, effective_from } }: Slot, periodMs: number): boolean {
  const before = slot - interval_ms
  const turn = (time: number) => Math.floor((time + service_id * interval_ms) / periodMs)
  return before < effective_from.getTime() || turn(slot) > turn(before)
}

/** Returns the outcome without its slow metrics. */
export function omitSlowMetrics(outcome: CheckOutcome): CheckOutcome {
  const metrics = Object.entries(outcome.metrics).filter(([metric]) => !isSlowMetric(metric))
  return { ...outcome, metrics: Object.fromEntries(metrics) }
}
