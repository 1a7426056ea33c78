import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'
import type { Day } from '../../ui/availability-bar.tsx'
import { isCorrected } from '../../ui/day-parts.ts'

/** Returns the percentage of known time in which the service was up, over all days; null if nothing is known. */
export function computeAvailabilityLevel(days: readonly Day[]): number | null {
  const okSeconds = days.reduce((sum, { ok_seconds }) => sum + ok_seconds, 0)
  const failedSeconds = days.reduce((sum, { failure_seconds }) => sum + failure_seconds, 0)
  return okSeconds + failedSeconds === 0 ? null : (100 * okSeconds) / (okSeconds + failedSeconds)
}

/** Returns the text alternative of the bar of days. */
export function describeAvailability(days: readonly Day[], t: Translate, formats: LocaleFormats): string {
  const monitoredDays = days.filter(({ isBefore }) => !isBefore)
  if (monitoredDays.length === 0) return t('availability.before')
  const failedDays = days.filter(({ failure_seconds }) => failure_seconds > 0)
  const last = failedDays.at(-1)
  const level = formats.percent(computeAvailabilityLevel(days))
  return last
    ? t('availability.label', {
        days: monitoredDays.length,
        level,
        bad: failedDays.length,
        last: formats.day(last.from),
      })
    : t('availability.labelClean', { days: monitoredDays.length, level })
}

/** Describes the days that the availability covers; null if it covers all, as the service was monitored throughout. */
export function describeCoverage(days: readonly Day[], t: Translate, formats: LocaleFormats): string | null {
  const monitoredDays = days.filter(({ isBefore }) => !isBefore)
  const [first] = monitoredDays
  if (!first || monitoredDays.length === days.length) return null
  return t('availability.covers', { days: monitoredDays.length, first: formats.day(first.from) })
}

/** Returns the tooltip of one day. */
export function describeDay(day: Day, t: Translate, formats: LocaleFormats): string {
  const parts = [
    day.failure_seconds > 0 && t('availability.failed', { time: formats.duration(day.failure_seconds) }),
    day.paused_seconds > 0 && t('availability.paused', { time: formats.duration(day.paused_seconds) }),
    day.unknown_seconds > 0 && t('availability.unknown', { time: formats.duration(day.unknown_seconds) }),
    isCorrected(day) && t('availability.correctedFrom', { level: formats.percent(day.raw_service_level ?? null) }),
  ].filter((part) => part !== false)
  if (day.isBefore) return `${formats.day(day.from)}: ${t('availability.beforeDay')}`
  const level = day.service_level === null ? [] : [formats.percent(day.service_level)]
  return `${formats.day(day.from)}: ${[...level, ...parts].join(', ') || t('availability.nothing')}`
}
