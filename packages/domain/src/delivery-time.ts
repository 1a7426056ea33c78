import { Temporal } from 'temporal-polyfill'
import type { Language } from './language.ts'

/** What a clock on the wall shows in the IANA zone, to the minute: the same in every language, and it sorts. */
export function formatWallTime(instant: Date, zone: string): string {
  const { year, month, day, hour, minute } = Temporal.Instant.fromEpochMilliseconds(
    instant.getTime(),
  ).toZonedDateTimeISO(zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

/** How long something lasts as people say it: the two largest units are enough for anybody. */
export function formatDuration(durationMs: number, language: Language): string {
  const whole = Temporal.Duration.from({ milliseconds: Math.max(minDurationMs, Math.round(durationMs)) })
  const smallestUnit = durationMs < 60_000 ? 'seconds' : durationMs < 86_400_000 ? 'minutes' : 'hours'
  const { days, hours, minutes, seconds } = whole.round({ largestUnit: 'days', smallestUnit, roundingMode: 'trunc' })
  const parts = Object.entries({ days, hours, minutes, seconds }).filter(([, value]) => value > 0)
  const key = `${language} ${parts.join()}`
  const known = formattedDurations.get(key) ?? formats[language].format(Object.fromEntries(parts))
  if (formattedDurations.size > 1_000) formattedDurations.clear()
  formattedDurations.set(key, known)
  return known
}

/** When much fails at once, it all lasts equally long, and putting that into words takes longer than the rest of a message. */
const formattedDurations = new Map<string, string>()

/** Nothing lasts no time at all. */
const minDurationMs = 1_000

const formats: Readonly<Record<Language, Intl.DurationFormat>> = {
  pl: new Intl.DurationFormat('pl', { style: 'short' }),
  en: new Intl.DurationFormat('en', { style: 'short' }),
}
