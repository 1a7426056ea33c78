import type { CheckSlice, SlotOutcome } from '@wachta/domain'
import { type AnalysisToStore, openSlot, type PendingSlot } from './open-slot.ts'
import { findUnpublished, type ServiceSlots } from './service-slots.ts'
import { findFinalOutcome } from './tally.ts'

/** The final outcome of a slot that is still open. All earlier slots of the service are closed. */
export interface Decision {
  readonly service_id: number
  readonly slot: number
  readonly outcome: Exclude<SlotOutcome, 'unknown'>
  /**
   * Returns the analysis with the results so far. Call it immediately, because the slot continues to collect results.
   */
  toPartialAnalysis(): AnalysisToStore
}

/** A slot whose outcome was published, with the checks that decided it. Its final analysis contains at least these. */
export interface DecidedSlot {
  readonly slot: number
  readonly revision: number
  readonly checks: readonly CheckSlice[]
}

/** Collects outcomes that are final before their slots are closed, and hands each out once, to be published. */
export class EarlyDecisions {
  #services: ServiceSlots[] = []
  readonly #toAnalysis: (open: PendingSlot) => AnalysisToStore

  constructor(toAnalysis: (open: PendingSlot) => AnalysisToStore) {
    this.#toAnalysis = toAnalysis
  }

  /**
   * Sets the outcome of a slot as soon as no missing result can change it. Not called for complete slots, which are
   * closed with the next commit anyway.
   */
  decide(service: ServiceSlots, open: PendingSlot): void {
    if (open.finalOutcome !== undefined) return
    open.finalOutcome = decideOutcome(open)
    if (open.finalOutcome !== undefined) this.#services.push(service)
  }

  /** Hands out an outcome that waited for an earlier slot, if it can be published now. */
  retryPublishing(service: ServiceSlots): void {
    if (findUnpublished(service) !== undefined) this.#services.push(service)
  }

  /** Returns the outcomes that are to be published, and marks them as published. */
  take(): Decision[] {
    const services = this.#services
    this.#services = []
    const decisions: Decision[] = []
    for (const service of services) {
      const open = findUnpublished(service)
      if (open?.finalOutcome === undefined || open.finalOutcome === 'unknown') continue
      open.isPublished = true
      service.lastDecidedSlot = open.slot
      const { service_id, slot, finalOutcome: outcome } = open
      decisions.push({ service_id, slot, outcome, toPartialAnalysis: () => this.#toAnalysis(open) })
    }
    return decisions
  }
}

/** Returns the outcome of a slot, or undefined if a missing result can still change it. */
export function decideOutcome({ ok, error, expectation, missing }: PendingSlot): SlotOutcome | undefined {
  const { error_tolerance, sensor_ids } = expectation
  return findFinalOutcome({ ok, error, expected: sensor_ids.length, error_tolerance }, missing)
}

/**
 * Rebuilds a slot that was decided before a takeover. It stays decided, even if its results are not read again.
 * Returns undefined if its revision no longer exists.
 */
export function reopenDecided(
  { service_id, plans }: Pick<ServiceSlots, 'service_id' | 'plans'>,
  { slot, revision, checks }: DecidedSlot,
): PendingSlot | undefined {
  const plan = plans.find((each) => each.revision === revision)
  if (plan === undefined) return undefined
  const open = openSlot(service_id, slot, { kind: 's', deadline: slot + plan.waitMs, expectation: plan })
  open.isPublished = true
  for (const check of checks) {
    const rank = plan.sensor_ids.indexOf(check.sensor_id)
    if (rank === -1 || check.result === 'unknown') continue
    open.reports[rank] = { ...check, service_id, slot, revision, words: null }
    open.missing -= 1
    open[check.result] += 1
  }
  return open
}
