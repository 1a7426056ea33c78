import type { CheckOutcome } from '@wachta/checks'
import type { Start } from './schedule.ts'

/** What hardly changes from one check to the next, or stands in the figures of every check in another form. */
const steady: ReadonlySet<string> = new Set([
  ...['transfer_time', 'response_size', 'transferred_size', 'status_code', 'redirect_count'],
  ...['request_count', 'steps_completed'],
])

const isSteady = (metric: string): boolean => steady.has(metric) || metric.endsWith('_days_left')

/** How often they are told again. Whoever reads them looks back twice as far. */
const again_ms = 900_000

/** What decides when they are told. */
type Slot = Pick<Start, 'service_id' | 'slot'> & {
  readonly revision: Pick<Start['revision'], 'interval_ms' | 'effective_from'>
}

/**
 * Whether a check tells them: the first one of a revision does, and then one in a quarter of an hour, which is the same for all
 * sensors; services take turns. Told with each check, they would take three times the room of everything else about it.
 */
export function shouldReportSlowMetrics({
  service_id,
  slot,
  revision: { interval_ms, effective_from },
}: Slot): boolean {
  const before = slot - interval_ms
  const turn = (time: number) => Math.floor((time + service_id * interval_ms) / again_ms)
  return before < effective_from.getTime() || turn(slot) > turn(before)
}

export function omitSlowMetrics(outcome: CheckOutcome): CheckOutcome {
  const metrics = Object.entries(outcome.metrics).filter(([metric]) => !isSteady(metric))
  return { ...outcome, metrics: Object.fromEntries(metrics) }
}
