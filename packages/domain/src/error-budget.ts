import type { AccountedSeconds } from './service-level.ts'

/**
 * How much of the counted time a service may spend in a status other than ok without missing its target, and how much
 * it spent.
 */
export interface ErrorBudget {
  /** The service level that was agreed, in percent. */
  readonly target: number
  readonly budget_seconds: number
  readonly spent_seconds: number
  /** Negative if the target was missed. */
  readonly left_seconds: number
  /**
   * How many times faster than allowed the budget was spent: 1 spends exactly all of it. Null if no time counts, or if
   * the target allows no failure at all.
   */
  readonly burn_rate: number | null
  /** Null if no time counts. */
  readonly is_met: boolean | null
}

/** Computes the error budget of a target from the seconds that the service level is computed from. */
export function computeErrorBudget(target: number, { ok_seconds, not_ok_seconds }: AccountedSeconds): ErrorBudget {
  const counted = ok_seconds + not_ok_seconds
  // A product of whole numbers first: 100 − 99.9 is not a tenth in binary, and a budget must not depend on that.
  const budget_seconds = (counted * Math.round((100 - target) * 1e6)) / 1e8
  return {
    target,
    budget_seconds,
    spent_seconds: not_ok_seconds,
    left_seconds: budget_seconds - not_ok_seconds,
    burn_rate: budget_seconds === 0 ? null : not_ok_seconds / budget_seconds,
    is_met: counted === 0 ? null : not_ok_seconds <= budget_seconds,
  }
}
