import type { AccountingMethod } from '@wachta/domain'
import type { SectionWords } from '../words/words.ts'

type Windows = AccountingMethod['business_hours']
type Minute = Windows[number]['start_minute']

/** Describes the business hours, such as "Monday to Friday 08:00–16:00". */
export function describeBusinessHours(windows: Windows, zone: string, words: SectionWords): string {
  const { method } = words
  if (windows.length === 0) return method.allHours
  if (windows.some(({ start_minute, end_minute }) => isSameMinute(start_minute, end_minute))) {
    return method.onlyHours(method.wholeWeek, zone)
  }
  const texts = [...describeDays(windows, words), ...describeLongWindows(windows, words)]
  return method.onlyHours(texts.join('; '), zone)
}

/** Describes the windows that lie within one day; days with the same hours are combined. */
function describeDays(windows: Windows, { method, weekDays }: SectionWords): string[] {
  const byHours = Map.groupBy(windows.filter(isWithinDay), ({ start_minute, end_minute }) =>
    [toClock(start_minute), end_minute.hour + end_minute.minute === 0 ? '24:00' : toClock(end_minute)].join(' '),
  )
  return [...byHours].map(([hours, sameHours]) => {
    const [start = '', end = ''] = hours.split(' ')
    const days = toDayRanges(sameHours.map(({ start_minute }) => start_minute.day_of_week)).map(([first, last]) => {
      const [from = '', to = ''] = [weekDays[first - 1], weekDays[last - 1]]
      if (first === last) return from
      return last === first + 1 ? `${from}, ${to}` : method.dayRange(from, to)
    })
    return method.sameHours(days.join(', '), start, end)
  })
}

function describeLongWindows(windows: Windows, { method, weekDays }: SectionWords): string[] {
  const formatMinute = (minute: Minute) => `${weekDays[minute.day_of_week - 1]} ${toClock(minute)}`
  return windows
    .filter((window) => !isWithinDay(window))
    .map(({ start_minute, end_minute }) => method.longWindow(formatMinute(start_minute), formatMinute(end_minute)))
}

/** Whether a window ends on the day on which it starts, at midnight at the latest. */
function isWithinDay({ start_minute: start, end_minute: end }: Windows[number]): boolean {
  const isNextMidnight = end.hour === 0 && end.minute === 0 && end.day_of_week === (start.day_of_week % 7) + 1
  return isNextMidnight || (end.day_of_week === start.day_of_week && toClock(end) > toClock(start))
}

/** Joins neighbouring days: 1, 2, 3, 6 becomes 1 to 3 and 6 to 6. */
function toDayRanges(days: readonly number[]): [first: number, last: number][] {
  const ranges: [first: number, last: number][] = []
  for (const day of [...new Set(days)].sort((one, other) => one - other)) {
    const range = ranges.at(-1)
    if (range?.[1] === day - 1) range[1] = day
    else ranges.push([day, day])
  }
  return ranges
}

function isSameMinute(one: Minute, other: Minute): boolean {
  return one.day_of_week === other.day_of_week && toClock(one) === toClock(other)
}

function toClock({ hour, minute }: Minute): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
