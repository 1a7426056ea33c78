import { drawnPhases } from '../phases-data.ts'

interface PhaseMetric {
  readonly metric_type_id: string
  readonly value: number
}

interface RequestPhase {
  readonly phase: (typeof drawnPhases)[number]
  readonly start: number
  readonly length: number
}

/**
 * Returns the consecutive phases of a request from the metrics of its check; empty if the check measured none. The rest
 * of the total time is the download.
 */
export function computeRequestPhases(metrics: readonly PhaseMetric[]): readonly RequestPhase[] {
  const values = new Map(metrics.map(({ metric_type_id, value }) => [metric_type_id, value]))
  const measured = drawnPhases.flatMap((phase) => {
    const length = values.get(`${phase}_time`)
    return length === undefined ? [] : [{ phase, length }]
  })
  if (measured.length === 0) return []
  const sum = measured.reduce((all, { length }) => all + length, 0)
  const downloadMs = values.get('transfer_time') ?? Math.max((values.get('total_time') ?? sum) - sum, 0)
  let start = 0
  return [...measured, { phase: 'rest' as const, length: downloadMs }].map(({ phase, length }) => {
    const phaseStart = start
    start += length
    return { phase, start: phaseStart, length }
  })
}
