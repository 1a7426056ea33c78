import { useQuery } from '@tanstack/react-query'
import type { Report } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { createWallFormats } from '../../app/i18n/wall-time.ts'
import { toWallTime } from '../../app/i18n/zone.ts'
import { zonesQuery } from '../dictionaries/queries.ts'
import { isWholeMonth } from './report-periods.ts'

type Period = Pick<Report, 'start_time' | 'end_time' | 'time_zone_id'>

/** Returns a function that describes the period of a report in its time zone: a whole month by name, others by day. */
export function usePeriodText(): (period: Period) => string {
  const { language, formats } = useI18n()
  const { data: zones = [] } = useQuery(zonesQuery)
  const wall = createWallFormats(language)
  return ({ start_time, end_time, time_zone_id }) => {
    const zone = zones.find(({ id }) => id === time_zone_id)?.name ?? formats.timeZone
    const [from, to] = [start_time, end_time].map((time) => toWallTime(zone, Date.parse(time))) as [number, number]
    return isWholeMonth(from, to) ? wall.month(from) : wall.days(from, to - 1)
  }
}
