import type { ReceivedReport } from '@wachta/bus'
import type { RevisionPlan } from './plan.ts'
import type { Receipt } from './receipts.ts'

/** A result that arrived after its slot was closed, and the message that contained it. */
export interface LateResult {
  readonly report: ReceivedReport
  readonly receipt: Receipt
}

/** Returns the additional cost of storing late results of a service; the unit is the cost of storing one result. */
export type EstimateCost = (service_id: number, oldest: number) => number

/** Reading this number of analyses costs as much as amending one. */
const analysesPerResult = 20

/** Estimates the cost of computing statuses again: all analyses since the oldest slot are read. */
export const estimateRefoldCost = (
  { intervalMs }: Pick<RevisionPlan, 'intervalMs'>,
  oldest: number,
  now: number,
): number => Math.max(0, now - oldest) / intervalMs / analysesPerResult

/**
 * Results that wait to amend analyses, by service: the statuses of a service are computed again once for all of them.
 */
export class LateResults {
  readonly #byService = new Map<number, LateResult[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(result: LateResult): void {
    const { service_id } = result.report
    const waiting = this.#byService.get(service_id)
    if (waiting === undefined) this.#byService.set(service_id, [result])
    else waiting.push(result)
    this.#size += 1
  }

  /** Removes and returns results up to a cost, but at least one, service by service in the order of their arrival. */
  take(maxCost: number, estimateCost: EstimateCost): LateResult[] {
    const taken: LateResult[] = []
    let cost = 0
    for (const [service_id, waiting] of this.#byService) {
      if (cost >= maxCost) break
      const part = waiting.splice(0, Math.max(1, Math.ceil(maxCost - cost)))
      if (waiting.length === 0) this.#byService.delete(service_id)
      for (const one of part) taken.push(one)
      cost += part.length + estimateCost(service_id, findOldest(part))
    }
    this.#size -= taken.length
    return taken
  }
}

const findOldest = (results: readonly LateResult[]): number =>
  results.reduce((oldest, { report }) => Math.min(oldest, report.slot), Number.POSITIVE_INFINITY)
