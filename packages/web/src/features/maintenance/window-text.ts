import type { LocaleFormats } from '../../app/i18n/formats.ts'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import { createWallFormats, toClockText, type WallFormats } from '../../app/i18n/wall-time.ts'
import type { maintenanceTexts } from './texts.ts'
import { isWeekly, type MaintenanceWindow } from './windows.ts'

type MaintenanceTexts = (typeof maintenanceTexts)[ScreenLanguage]

export interface WindowText {
  readonly formats: LocaleFormats
  readonly wall: WallFormats
  /** "Blog", or "12 services" */
  who(window: MaintenanceWindow): string
  when(window: MaintenanceWindow): string
  effect(window: MaintenanceWindow): string
  sentence(window: MaintenanceWindow): string
  /** Names the entries that another one overlaps with: by note and start, or by their time. */
  overlap(others: readonly MaintenanceWindow[]): string
}

/** Texts about maintenance windows, in the time zone of the formats. */
export function createWindowText(
  texts: MaintenanceTexts,
  language: ScreenLanguage,
  formats: LocaleFormats,
): WindowText {
  const wall = createWallFormats(language)
  const formatWeekMinute = (minutes: number) =>
    `${wall.weekday(Math.floor(minutes / 1440), 'short')} ${toClockText(minutes % 1440)}`
  const who = ({ rows, targetKind }: MaintenanceWindow) =>
    rows.length === 1 ? (rows[0]?.target.name ?? '') : texts(`maintenance.many.${targetKind}`, { count: rows.length })
  const formatStart = ({ when: span }: MaintenanceWindow) =>
    isWeekly(span) ? formatWeekMinute(span.from) : formats.dateTime(new Date(span.start))
  const when = (window: MaintenanceWindow) => {
    const span = window.when
    if (isWeekly(span)) {
      const isOneDay = span.to > span.from && Math.floor(span.from / 1440) === Math.floor(span.to / 1440)
      const to = isOneDay ? toClockText(span.to % 1440) : formatWeekMinute(span.to)
      return texts('maintenance.weeklyWhen', { from: formatStart(window), to })
    }
    const isOneDay = formats.day(new Date(span.start)) === formats.day(new Date(span.end))
    const end = new Date(span.end)
    return `${formatStart(window)} – ${isOneDay ? formats.clock(end) : formats.dateTime(end)}`
  }
  const effect = ({ targetKind, onlyNotifications }: MaintenanceWindow) =>
    targetKind === 'service'
      ? texts(onlyNotifications ? 'maintenance.effect.silent' : 'maintenance.effect.stopped')
      : texts(targetKind === 'contact' ? 'maintenance.effect.contact' : 'maintenance.effect.escalation')
  const sentence = (window: MaintenanceWindow) =>
    texts('maintenance.block', { who: who(window), effect: effect(window), when: when(window) })
  const getEntryName = (window: MaintenanceWindow) =>
    window.description
      ? texts('maintenance.overlapEntry', { note: window.description, time: formatStart(window) })
      : when(window)
  const overlap = (others: readonly MaintenanceWindow[]) =>
    texts('maintenance.overlaps', { others: others.map(getEntryName).join('; ') })
  return { formats, wall, who, when, effect, sentence, overlap }
}
