import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { createQueue } from '../../app/client/queue.ts'
import { type RangeName, toRange } from '../../app/client/ranges.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import { markDaysBeforeFirstResult } from '../../ui/day-parts.ts'
import { dayMs } from '../../ui/time-units.ts'
import { downsample } from './downsample.ts'
import { readAnalysis } from './forced.ts'

const refreshIntervalMs = 20_000

export const analysesPerPage = 25

/** The query for the newest status changes, with the maximum number that the API returns at once. */
export const newestChanges = { sort: '-start_time', limit: 1000 } as const

interface AnalysesFilter {
  readonly page: number
  readonly onlyFailures: boolean
}

/** The filter for the first page of all analyses, failed or not. */
export const newestAnalyses: AnalysesFilter = { page: 0, onlyFailures: false }

export const analysesQuery = (id: number, range: RangeName, { page, onlyFailures }: AnalysesFilter) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'analyses', range, page, onlyFailures],
    queryFn: ({ signal }) =>
      client.list(
        'list_analyses',
        {
          path: { _id: id },
          query: {
            ...toRange(range),
            ...(onlyFailures && { failure: 'true' }),
            sort: '-time',
            limit: analysesPerPage,
            offset: page * analysesPerPage,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: page === 0 ? refreshIntervalMs : false,
  })

/** One analysis; null if it is not stored. */
export const analysisQuery = (id: number, analysis: string) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'analysis', analysis],
    queryFn: ({ signal }) => readAnalysis(id, analysis, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const checksQuery = (id: number, analysis: string) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'checks', analysis],
    queryFn: ({ signal }) =>
      client.call(
        'list_analysis_checks',
        { path: { _id: id, _analysis_id: analysis }, query: { limit: 1000 } },
        { signal },
      ),
  })

/**
 * Response times of all sensors together as a band and of each sensor as a line, and status changes for the background.
 */
export const performanceQuery = (id: number, range: RangeName) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'performance', range],
    queryFn: async ({ signal }) => {
      const query = toRange(range)
      const path = { _id: id }
      const [all, sensors, changes] = await Promise.all([
        client.call('read_performance_river_chart', { path, query }, { signal }),
        client.call('list_performance_used_sensors', { path, query }, { signal }),
        client.call('list_status_changes', { path, query: { ...query, ...newestChanges } }, { signal }),
      ])
      const lines = await Promise.all(
        sensors.slice(0, maxLines).map(async (sensor) => {
          const sensorQuery = { ...query, sensor_id: String(sensor.id) }
          const { points } = await client.call('read_performance_river_chart', { path, query: sensorQuery }, { signal })
          return { sensor, points }
        }),
      )
      return { from: query.from, to: query.to, all, lines, changes }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

/** The times at which the settings of a service were changed, from the audit log of the account. */
export const settingChangesQuery = (id: number, account: number, range: RangeName) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'setting changes', account, range],
    queryFn: async ({ signal }) => {
      const query = {
        fields: ['time'],
        'filter.resource': 'service',
        'filter.object_id': String(id),
        'filter.operation': 'starts_with:update',
        'filter.time': `not_lower_than:${toRange(range).from}`,
        sort: ['-time'],
        limit: 100,
      }
      const rows = await client.call('list_account_audits', { path: { _account_id: account }, query }, { signal })
      return rows.map(({ time }) => time)
    },
    staleTime: 60_000,
  })

/** The phases of the response times of one sensor, and status changes for the background. */
export const phasesQuery = (id: number, range: RangeName, sensor: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'phases', range, sensor],
    queryFn: async ({ signal }) => {
      const query = toRange(range)
      const path = { _id: id }
      const [chart, changes] = await Promise.all([
        client.call(
          'read_performance_phases_chart',
          { path, query: { ...query, sensor_id: String(sensor) } },
          { signal },
        ),
        client.call('list_status_changes', { path, query: { ...query, ...newestChanges } }, { signal }),
      ])
      return { chart, changes }
    },
    refetchInterval: 60_000,
  })

/** More lines than this are unreadable; the band covers all sensors. */
const maxLines = 8

const enqueue = createQueue(4)

/** Returns the current time rounded up to five minutes, so that all requests within five minutes are the same. */
const getRoundedNow = (): number => Math.ceil(Date.now() / 300_000) * 300_000

/** The availability of each of the last ninety days, including today. */
export const availabilityQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'availability', 90],
    queryFn: async ({ signal }) => {
      const today = Math.floor(Date.now() / dayMs) * dayMs
      const query = { from: toWireTime(today - 89 * dayMs), to: toWireTime(today + dayMs) }
      const load = () => client.call('read_availability_chart', { path: { _id: id }, query }, { signal })
      return markDaysBeforeFirstResult((await enqueue(load, signal)).points)
    },
    staleTime: 10 * 60_000,
  })

/** The response times of the last day, for a sparkline. */
export const sparkQuery = (id: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'spark'],
    queryFn: async ({ signal }) => {
      const to = getRoundedNow()
      const query = { from: toWireTime(to - dayMs), to: toWireTime(to) }
      const load = () => client.call('read_performance_river_chart', { path: { _id: id }, query }, { signal })
      const { points } = await enqueue(load, signal)
      return downsample(points, to - dayMs, to)
    },
    staleTime: 5 * 60_000,
  })
