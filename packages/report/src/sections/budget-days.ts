import type { ReportedService } from '../document.ts'

/**
 * Returns the share of the error budget that is left at the end of each day; an empty list if there is no budget. Days
 * have only a service level, not counted seconds, so the spent time of the whole period is divided among the days by
 * their missing percentages. That makes the last day exact.
 */
export function toBudgetDays({ budget, days }: ReportedService): { readonly date: string; readonly left: number }[] {
  if (budget === null || budget.budget_seconds <= 0) return []
  const { budget_seconds, spent_seconds } = budget
  const missing = days.map(({ service_level }) => (service_level === null ? 0 : 100 - service_level))
  const totalMissing = missing.reduce((sum, each) => sum + each, 0)
  let missingSoFar = 0
  return days.map(({ date }, index) => {
    missingSoFar += missing[index] ?? 0
    return { date, left: 1 - (totalMissing === 0 ? 0 : (spent_seconds * missingSoFar) / totalMissing) / budget_seconds }
  })
}
