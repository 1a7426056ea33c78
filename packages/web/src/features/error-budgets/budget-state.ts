import type { ServiceBudget } from './queries.ts'

/** A service with its status, and since when it has it. */
export interface BudgetedService {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly since: string
}

/** The maximum that is loaded; the service pages show all. */
const maxAsked = 30
const monthMs = 30 * 86_400_000
/** A budget counts as burning when less than this share of it is left. */
const lowShare = 0.25

/** Services that can have spent something: one that has been up for 30 days has its whole budget. The last changed first. */
export const findSpenders = (services: readonly BudgetedService[], now: number): readonly BudgetedService[] =>
  services
    .filter(({ since, status }) => status !== 'paused' && since !== '' && now - Date.parse(since) < monthMs)
    .toSorted((one, other) => Date.parse(other.since) - Date.parse(one.since))
    .slice(0, maxAsked)

/** Whether a budget is spent or nearly spent; undefined otherwise. */
export function findTrouble({ is_met, left_seconds, budget_seconds }: ServiceBudget): 'spent' | 'low' | undefined {
  if (is_met === null) return undefined
  if (!is_met) return 'spent'
  return left_seconds < lowShare * budget_seconds ? 'low' : undefined
}
