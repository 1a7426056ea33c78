import type { ReportedService } from '../document.ts'

/**
 * Returns the share of the error budget that is left at the end of every day; nothing if there is no budget. A day has no
 * seconds that count, only a service level: what was spent in the whole period is divided among the days by their
 * missing percentages, so that the last day is exact.
 */
export function toBudgetDays({ budget, days }: ReportedService): { readonly date: string; readonly left: number }[] {
  if (budget === null || budget.budget_seconds <= 0) return []
  const { budget_seconds, spent_seconds } = budget
  const missing = days.map(({ service_level }) => (service_level === null ? 0 : 100 - service_level))
  const all = missing.reduce((sum, each) => sum + each, 0)
  let spent = 0
  return days.map(({ date }, index) => {
    spent += missing[index] ?? 0
    return { date, left: 1 - (all === 0 ? 0 : (spent_seconds * spent) / all) / budget_seconds }
  })
}
