import { queryOptions } from '@tanstack/react-query'
import { type Check, collectPages, hasSymbol } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { getLastPeriod } from '../../app/client/ranges.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import { minuteMs } from '../../ui/time-units.ts'

/**
 * The key figures of a service: availability of several periods with their error budgets, outages of 30 days, response
 * times of a day.
 */
export const keyFiguresQuery = (id: number, monthStart: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'key_figures', monthStart],
    queryFn: async ({ signal }) => {
      const path = { _id: id }
      const [day, week, month] = [getLastPeriod('day'), getLastPeriod('week'), getLastPeriod('month')]
      const readLevel = (query: { readonly from: string; readonly to: string }) =>
        client.call('read_service_level', { path, query }, { signal })
      const [ofDay, ofWeek, ofMonth, thisMonth, changes, river] = await Promise.all([
        readLevel(day),
        readLevel(week),
        readLevel(month),
        readLevel({ from: toWireTime(monthStart), to: month.to }),
        collectPages(client.pages('list_status_changes', { path, query: month }, { signal, size: 1000 })),
        client.call('read_performance_river_chart', { path, query: day }, { signal }),
      ])
      const levels = { day: ofDay, week: ofWeek, month: ofMonth, thisMonth }
      return { levels, changes, times: river.points }
    },
    staleTime: minuteMs,
    refetchInterval: 5 * minuteMs,
  })

/** Sensors report the validity of a certificate with one check every 15 minutes; one minute is added as a margin. */
const certificateReportMs = 16 * minuteMs

/** The days that the certificate of a service is still valid; null if no recent check reported them. */
export const certificateDaysQuery = (id: number, interval: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'certificate_days'],
    queryFn: async ({ signal }) => {
      const to = Date.now()
      const from = to - Math.max(certificateReportMs, 2 * interval * 1000)
      const period = { from: toWireTime(from), to: toWireTime(to) }
      const checks = await client.call(
        'list_checks',
        { path: { _id: id }, query: { ...period, sort: '-time', limit: 1000 } },
        { signal },
      )
      // All sensors report the metric with the same analysis, so one check of each analysis is enough to find it.
      for (const check of pickOnePerAnalysis(checks)) {
        const days = await readDaysLeft(check, signal)
        if (days !== null) return days
      }
      return null
    },
    staleTime: 30 * minuteMs,
  })

const pickOnePerAnalysis = (checks: readonly Check[]): Check[] => [
  ...new Map(checks.filter(({ result }) => result !== 'unknown').map((check) => [check.analysis_id, check])).values(),
]

async function readDaysLeft(
  { service_id, analysis_id, sensor_id }: Check,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const path = { _id: service_id, _analysis_id: analysis_id, _sensor_id: String(sensor_id) }
    const { metrics } = await client.call('read_check_details', { path }, { signal })
    return metrics?.find(({ metric_type_id }) => metric_type_id === 'certificate_days_left')?.value ?? null
  } catch (error) {
    if (hasSymbol(error, 'not_found')) return null
    throw error
  }
}

/** Whether the user may create services in a group. */
export const mayDuplicateQuery = (group: number) =>
  queryOptions({
    queryKey: ['group_rights', group],
    queryFn: async ({ signal }) => {
      const query = { embed: ['permissions.create_services'] } as const
      const { permissions } = await client.call('read_group', { path: { _id: group }, query }, { signal })
      return permissions?.create_services === true
    },
    staleTime: 5 * minuteMs,
  })
