import type { DateTimeTexts } from '../../ui/date-time-input.tsx'
import { useI18n } from './language.tsx'
import { createWallFormats, toFieldText } from './wall-time.ts'

/** Returns the texts of a field for a day and a time, in the time zone that the times of the form are in. */
export function useDateTimeTexts(zone: string): DateTimeTexts {
  const { t, language } = useI18n()
  const wall = createWallFormats(language)
  return {
    format: t('dateTime.format'),
    open: t('dateTime.open'),
    calendar: t('dateTime.calendar'),
    previousMonth: t('dateTime.previousMonth'),
    nextMonth: t('dateTime.nextMonth'),
    month: wall.month,
    day: wall.longDay,
    weekdays: Array.from({ length: 7 }, (_, day) => wall.weekday(day, 'short')),
    today: toFieldText(zone, Date.now()).slice(0, 10),
  }
}
