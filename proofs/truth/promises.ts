import type { ExpectedAnalysis } from './expected.ts'
import type { SimulatedService } from './services.ts'
import type { Troubles } from './troubles.ts'
import type { World } from './world.ts'

/** The true state of services, and which sensors could see it. */
export interface TrueState {
  readonly world: World
  readonly troubles: Troubles
}

/** How far the clock of a healthy sensor may be off, and how late (`slip`) it may start, in milliseconds. */
export const maxClockOffsetMs = 300
const maxStartDelayMs = 2_000
/** How long before a slot a sensor must have been healthy, see `aftermath` of the troubles. */
const aftermathMs = 150_000

/** Describes an analysis. */
export const describeAnalysis = ({ ok, error, unknown, revision }: ExpectedAnalysis): string =>
  `${ok} ok, ${error} error, ${unknown} unknown, tolerance ${revision.error_tolerance}`

const getMaxWaitMs = ({ spread_ms, timeout_ms }: ExpectedAnalysis['revision']): number => spread_ms + timeout_ms + 3_000

/** Returns the healthy sensors of the slot that knew their assignment. */
function findHealthySensors(
  service: SimulatedService,
  { slot, revision }: ExpectedAnalysis,
  troubles: Troubles,
): number[] {
  const [from, to] = [slot - aftermathMs, slot + getMaxWaitMs(revision)]
  const effectiveTo = revision.effective_to?.getTime() ?? Number.POSITIVE_INFINITY
  // Sensors apply a change that ends the revision at once: a sensor that has not started its check by then does not
  // start it.
  if (
    [...service.made.values()].some((made) => made >= effectiveTo && made < slot + revision.spread_ms + maxStartDelayMs)
  )
    return []
  return revision.sensor_ids.filter(
    (sensor_id) =>
      troubles.isHealthy(sensor_id, slot, to) &&
      !service.slow.some((slow) => slow.sensor_id === sensor_id && slow.from < to && from < slow.to),
  )
}

/** Returns a healthy sensor without a result in time, if any. */
export function findMissingSensor(
  service: SimulatedService,
  expected: ExpectedAnalysis,
  troubles: Troubles,
): number | undefined {
  const { firstResults: words, turn, isAmended, unknown } = expected
  if (unknown === 0 && !isAmended) return undefined
  return findHealthySensors(service, expected, troubles).find((sensor_id) => {
    const firstResult = words.find((said) => said.sensor_id === sensor_id)
    return firstResult === undefined || firstResult.result === 'unknown' || firstResult.turn > turn
  })
}

/** Whether the failure is false: the service was up, and sensors that invent errors were too few to explain it. */
export function isFalseAlarm(
  service: SimulatedService,
  expected: ExpectedAnalysis,
  { world, troubles }: TrueState,
): boolean {
  const { slot, revision, ok, error, unknown } = expected
  const end = slot + revision.spread_ms + maxStartDelayMs + maxClockOffsetMs
  if (!world.wasUp(service.id, slot - maxStartDelayMs - maxClockOffsetMs, end)) return false
  const inventing = revision.sensor_ids.filter((id) => troubles.mayInvent(id, slot, end)).length
  // If enough sensors can report false errors, they alone reach the tolerance of the service.
  const known = Math.max(ok + error, Math.ceil((ok + error + unknown) / 2))
  return 100 * inventing < revision.error_tolerance * known || inventing === 0
}

/** Returns the outages that had to be detected in one of these slots, each with that slot. */
export function findDetectableOutages(
  service: SimulatedService,
  analyses: readonly ExpectedAnalysis[],
  { world, troubles }: TrueState,
) {
  const first = analyses[0]?.slot ?? Number.POSITIVE_INFINITY
  const last = analyses.at(-1)?.slot ?? 0
  return world.outages(service.id).flatMap(({ start, end }) => {
    if (end < first || start > last) return []
    const expected = analyses.find(({ slot }) => slot >= start + maxClockOffsetMs)
    // An outage that began an interval or more before the first of these slots belongs to an earlier slot.
    if (
      expected === undefined ||
      (expected.slot === first && start + maxClockOffsetMs < first - expected.revision.interval_ms)
    )
      return []
    const { slot, revision } = expected
    const { interval_ms, spread_ms, timeout_ms, effective_from, effective_to, error_tolerance, sensor_ids } = revision
    if (
      end - start < interval_ms + spread_ms + timeout_ms ||
      slot + spread_ms + maxStartDelayMs + maxClockOffsetMs > end
    )
      return []
    if (effective_from.getTime() > start || (effective_to?.getTime() ?? end) < end) return []
    const healthyCount = findHealthySensors(service, expected, troubles).length
    const isQuorum = 2 * healthyCount >= sensor_ids.length && healthyCount > 0
    return isQuorum && 100 * healthyCount >= error_tolerance * sensor_ids.length ? [{ start, expected }] : []
  })
}
