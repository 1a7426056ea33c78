import { useMemo } from 'react'
import { createFormats, type Formats } from '../../app/i18n/formats.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { clockOf, createWallFormats, type WallFormats } from '../../app/i18n/wall-time.ts'
import { isWeekly, type Window } from './windows.ts'

export interface WindowText {
  readonly formats: Formats
  readonly wall: WallFormats
  /** "Blog", or "12 services" */
  who(window: Window): string
  when(window: Window): string
  effect(window: Window): string
  sentence(window: Window): string
}

/** Texts about maintenance windows, in the time zone of the account. */
export function useWindowText(zone: string): WindowText {
  const { t, language } = useI18n()
  return useMemo(() => {
    const formats = createFormats(language, zone)
    const wall = createWallFormats(language)
    const weekMinute = (minutes: number) =>
      `${wall.weekday(Math.floor(minutes / 1440), 'short')} ${clockOf(minutes % 1440)}`
    const who = ({ rows, whom }: Window) =>
      rows.length === 1 ? (rows[0]?.target.name ?? '') : t(`maintenance.many.${whom}`, { count: rows.length })
    const when = ({ when: span }: Window) => {
      if (isWeekly(span)) {
        const isOneDay = span.to > span.from && Math.floor(span.from / 1440) === Math.floor(span.to / 1440)
        const to = isOneDay ? clockOf(span.to % 1440) : weekMinute(span.to)
        return t('maintenance.weeklyWhen', { from: weekMinute(span.from), to })
      }
      const isOneDay = formats.day(new Date(span.start)) === formats.day(new Date(span.end))
      const end = new Date(span.end)
      return `${formats.dateTime(new Date(span.start))} – ${isOneDay ? formats.clock(end) : formats.dateTime(end)}`
    }
    const effect = ({ whom, onlyNotifications }: Window) =>
      whom === 'service'
        ? t(onlyNotifications ? 'maintenance.effect.silent' : 'maintenance.effect.stopped')
        : t(whom === 'contact' ? 'maintenance.effect.contact' : 'maintenance.effect.escalation')
    const sentence = (window: Window) =>
      t('maintenance.block', { who: who(window), effect: effect(window), when: when(window) })
    return { formats, wall, who, when, effect, sentence }
  }, [t, language, zone])
}
