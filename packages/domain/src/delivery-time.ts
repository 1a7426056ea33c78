import { Temporal } from 'temporal-polyfill'
import type { Language } from './language.ts'

/** Formats a local time to the minute, the same in every language and sortable: 2026-11-15 03:12. */
export function formatWallTime(instant: Date, zone: string): string {
  const { year, month, day, hour, minute } = Temporal.Instant.fromEpochMilliseconds(
    instant.getTime(),
  ).toZonedDateTimeISO(zone)
  const padToTwo = (value: number) => String(value).padStart(2, '0')
  return `${year}-${padToTwo(month)}-${padToTwo(day)} ${padToTwo(hour)}:${padToTwo(minute)}`
}

/** Formats a duration with its largest units, without seconds from a minute on and without minutes from a day on. */
export function formatDuration(durationMs: number, language: Language): string {
  const duration = Temporal.Duration.from({ milliseconds: Math.max(minDurationMs, Math.round(durationMs)) })
  const smallestUnit = durationMs < 60_000 ? 'seconds' : durationMs < 86_400_000 ? 'minutes' : 'hours'
  const { days, hours, minutes, seconds } = duration.round({ largestUnit: 'days', smallestUnit, roundingMode: 'trunc' })
  const parts = Object.entries({ days, hours, minutes, seconds }).filter(([, value]) => value > 0)
  const key = `${language} ${parts.join()}`
  const text = formattedDurations.get(key) ?? formats[language].format(Object.fromEntries(parts))
  if (formattedDurations.size > 1_000) formattedDurations.clear()
  formattedDurations.set(key, text)
  return text
}

/**
 * A cache: in a mass outage many alerts have the same duration, and formatting is slower than the rest of a message.
 */
const formattedDurations = new Map<string, string>()

/** A duration is never shown as zero. */
const minDurationMs = 1_000

const formats: Readonly<Record<Language, Intl.DurationFormat>> = {
  pl: new Intl.DurationFormat('pl', { style: 'short' }),
  en: new Intl.DurationFormat('en', { style: 'short' }),
}
