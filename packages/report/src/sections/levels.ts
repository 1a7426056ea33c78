import type { DocumentCell, DocumentTone } from '../blocks.ts'
import type { ReportedService, Totals } from '../document.ts'
import type { ReportFormat } from '../words/format.ts'

type LevelSource = Pick<ReportedService | Totals, 'service_level' | 'previous_service_level' | 'budget'>

/** Returns the service level with a tone that shows whether the target was met; without a target, there is no tone. */
export function toLevelCell({ service_level, budget }: LevelSource, { percentage }: ReportFormat): DocumentCell {
  const tone = toTargetTone(budget)
  const text = percentage(service_level)
  return tone === undefined ? text : { text, tone }
}

export function toTargetTone(budget: LevelSource['budget']): DocumentTone | undefined {
  if (budget === null || budget.is_met === null) return undefined
  return budget.is_met ? 'good' : 'bad'
}

/** Returns the increase of the service level in percentage points; null if there is nothing to compare. */
export function computeChange({ service_level, previous_service_level }: LevelSource): number | null {
  return service_level === null || previous_service_level === null ? null : service_level - previous_service_level
}

/** Sorts the services by ascending service level; services without one come last. */
export function sortWorstFirst(services: readonly ReportedService[]): ReportedService[] {
  const level = ({ service_level }: ReportedService) => service_level ?? Number.POSITIVE_INFINITY
  return services.toSorted((one, other) => {
    // Avoids the difference of two infinities, which is NaN.
    if (level(one) !== level(other)) return level(one) - level(other)
    return other.failure_seconds - one.failure_seconds || one.id - other.id
  })
}
