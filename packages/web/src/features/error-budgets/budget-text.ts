import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'
import { minuteMs } from '../../ui/time-units.ts'
import type { ServiceBudget } from './queries.ts'

/** Describes how much of an error budget is left: "31 min left of 43 min". */
export function describeBudget(budget: ServiceBudget, t: Translate, formats: LocaleFormats): string {
  const { budget_seconds, left_seconds, is_met } = budget
  if (is_met === null) return '–'
  const duration = (seconds: number) => formats.duration(roundToMinute(seconds))
  return is_met
    ? t('figures.budgetLeft', { left: duration(left_seconds), budget: duration(budget_seconds) })
    : t('figures.budgetExceeded', { by: duration(-left_seconds) })
}

const minuteSeconds = minuteMs / 1000

/** Rounds durations of ten minutes or more down to minutes, because their seconds do not matter. */
const roundToMinute = (seconds: number) =>
  seconds < 10 * minuteSeconds ? seconds : Math.floor(seconds / minuteSeconds) * minuteSeconds
