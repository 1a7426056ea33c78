import type { PackedCheck, SlotOutcome } from '@wachta/domain'
import { type AnalysisToStore, openSlot, type PendingSlot } from './open-slot.ts'
import { decidedByTally } from './tally.ts'
import { findUndisclosed, type Watch } from './watch.ts'

/** An outcome that nothing can change any more, of a slot that is still open and has no earlier open slot before it. */
export interface Decision {
  readonly service_id: number
  readonly slot: number
  readonly outcome: Exclude<SlotOutcome, 'unknown'>
  /** The analysis if no other sensor answered. Ask for it immediately: the slot continues to collect results. */
  soFar(): AnalysisToStore
}

/** A slot whose outcome was disclosed, with the checks that decided it: it is closed with no fewer. */
export interface DecidedSlot {
  readonly slot: number
  readonly revision: number
  readonly checks: readonly PackedCheck[]
}

/** Outcomes that are known before their slots are closed, each disclosed once. */
export class EarlyDecisions {
  #watches: Watch[] = []
  readonly #close: (open: PendingSlot) => AnalysisToStore

  constructor(close: (open: PendingSlot) => AnalysisToStore) {
    this.#close = close
  }

  /** Notes the outcome as soon as nothing can change it. Complete slots need none: they are closed with the next commit. */
  decide(watch: Watch, open: PendingSlot): void {
    if (open.decided !== undefined) return
    open.decided = decideOutcome(open)
    if (open.decided !== undefined) this.#watches.push(watch)
  }

  /** A decision that waited for an earlier slot may be the next to disclose. */
  reconsider(watch: Watch): void {
    if (findUndisclosed(watch) !== undefined) this.#watches.push(watch)
  }

  take(): Decision[] {
    const watches = this.#watches
    this.#watches = []
    const decisions: Decision[] = []
    for (const watch of watches) {
      const open = findUndisclosed(watch)
      if (open?.decided === undefined || open.decided === 'unknown') continue
      open.isDisclosed = true
      watch.decided = open.slot
      const { service_id, slot, decided: outcome } = open
      decisions.push({ service_id, slot, outcome, soFar: () => this.#close(open) })
    }
    return decisions
  }
}

/** The outcome of a slot that no missing sensor can change. */
export function decideOutcome({ ok, error, question, missing }: PendingSlot): SlotOutcome | undefined {
  const { error_tolerance, sensor_ids } = question
  return decidedByTally({ ok, error, expected: sensor_ids.length, error_tolerance }, missing)
}

/**
 * Rebuilds a slot that was decided before a takeover: it stays decided although its results may never be read again.
 * Undefined if its revision is gone.
 */
export function reopenDecided(
  { service_id, plans }: Pick<Watch, 'service_id' | 'plans'>,
  { slot, revision, checks }: DecidedSlot,
): PendingSlot | undefined {
  const plan = plans.find((each) => each.revision === revision)
  if (plan === undefined) return undefined
  const open = openSlot(service_id, slot, { kind: 's', deadline: slot + plan.wait, question: plan })
  open.isDisclosed = true
  for (const check of checks) {
    const rank = plan.sensor_ids.indexOf(check.sensor_id)
    if (rank === -1 || check.result === 'unknown') continue
    open.reports[rank] = { ...check, service_id, slot, revision, words: null }
    open.missing -= 1
    open[check.result] += 1
  }
  return open
}
