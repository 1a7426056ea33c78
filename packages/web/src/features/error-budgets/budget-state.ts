import type { ServiceBudget } from './queries.ts'

/** A service with its status and the time since which it has that status. */
export interface BudgetedService {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly since: string
}

/** The maximum number of budgets to load; the page of each service shows its own. */
const maxBudgets = 30
const monthMs = 30 * 86_400_000
/** A budget counts as low when less than this share of it is left. */
const lowShare = 0.25

/**
 * Returns services that may have spent some of their budget, the most recently changed first. A service whose status
 * has not changed for 30 days has its whole budget, unless it is down.
 */
export const findSpenders = (services: readonly BudgetedService[], now: number): readonly BudgetedService[] =>
  services
    .filter(
      ({ since, status }) =>
        status !== 'paused' && since !== '' && (status === 'failure' || now - Date.parse(since) < monthMs),
    )
    .toSorted((one, other) => Date.parse(other.since) - Date.parse(one.since))
    .slice(0, maxBudgets)

/** Returns whether a budget is spent or nearly spent; undefined if it is neither, or if no time has counted. */
export function findTrouble({ is_met, left_seconds, budget_seconds }: ServiceBudget): 'spent' | 'low' | undefined {
  if (is_met === null) return undefined
  if (!is_met) return 'spent'
  return left_seconds < lowShare * budget_seconds ? 'low' : undefined
}
