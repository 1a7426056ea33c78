import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { Translate } from '../../app/i18n/translate.ts'
import type { Day } from '../../ui/availability-bar.tsx'
import { isCorrected } from '../../ui/day-parts.ts'

/** Returns the percentage of known time in which the service was up, over all days; null if nothing is known. */
export function availabilityLevel(days: readonly Day[]): number | null {
  const ok = days.reduce((sum, { ok_seconds }) => sum + ok_seconds, 0)
  const failed = days.reduce((sum, { failure_seconds }) => sum + failure_seconds, 0)
  return ok + failed === 0 ? null : (100 * ok) / (ok + failed)
}

/** Returns the text alternative of the bar of days. */
export function availabilityLabel(days: readonly Day[], t: Translate, formats: LocaleFormats): string {
  const watched = days.filter(({ isBefore }) => !isBefore)
  if (watched.length === 0) return t('availability.before')
  const bad = days.filter(({ failure_seconds }) => failure_seconds > 0)
  const last = bad.at(-1)
  const level = formats.percent(availabilityLevel(days))
  return last
    ? t('availability.label', { days: watched.length, level, bad: bad.length, last: formats.day(last.from) })
    : t('availability.labelClean', { days: watched.length, level })
}

/** Returns what the figure covers if it is less than all the days, because the service has not been monitored so long. */
export function describeCoverage(days: readonly Day[], t: Translate, formats: LocaleFormats): string | null {
  const watched = days.filter(({ isBefore }) => !isBefore)
  const [first] = watched
  if (!first || watched.length === days.length) return null
  return t('availability.covers', { days: watched.length, first: formats.day(first.from) })
}

/** Returns the tooltip of one day. */
export function dayTitle(day: Day, t: Translate, formats: LocaleFormats): string {
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
