import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isRefusal } from '@wachta/client'
import type { Language } from '../language/preferences.ts'
import { client } from './client.ts'
import { askedWhileTold } from './told.ts'
import { wireTime } from './wire-time.ts'

/** Lengths of time that a service is looked at by. */
export const ranges = { day: 86_400, week: 604_800, month: 2_592_000, quarter: 7_776_000 } as const
export type RangeName = keyof typeof ranges

const often = 20_000

export const serviceQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', id, 'record'],
    queryFn: ({ signal }) =>
      client.call(
        'read_service',
        { path: { _id: id }, query: { embed: ['permissions', 'group.name', 'type.name'] } },
        { signal },
      ),
  })

export const statusQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', id, 'status'],
    queryFn: ({ signal }) =>
      askedWhileTold(
        () => client.call('read_service_status', { path: { _id: id } }, { signal }),
        (status, told) => told.find(({ service_id }) => service_id === id) ?? status,
      ),
    refetchInterval: often,
  })

/** How many analyses on a page. */
export const pageSize = 25

export const analysesQuery = (id: number, range: RangeName, page: number) =>
  queryOptions({
    queryKey: ['service', id, 'analyses', range, page],
    queryFn: ({ signal }) =>
      client.list(
        'list_analyses',
        {
          path: { _id: id },
          query: { ...rangeOf(range), sort: '-time', limit: pageSize, offset: page * pageSize },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: page === 0 ? often : false,
  })

/** Null where it is no longer kept, or never was. */
export const analysisQuery = (id: number, analysis: string) =>
  queryOptions({
    queryKey: ['service', id, 'analysis', analysis],
    queryFn: async ({ signal }) => {
      try {
        return await client.call('read_analysis', { path: { _id: id, _analysis_id: analysis } }, { signal })
      } catch (error) {
        if (isRefusal(error, 'not_found')) return null
        throw error
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export const checksQuery = (id: number, analysis: string) =>
  queryOptions({
    queryKey: ['service', id, 'checks', analysis],
    queryFn: ({ signal }) =>
      client.call(
        'list_analysis_checks',
        { path: { _id: id, _analysis_id: analysis }, query: { limit: 1000 } },
        { signal },
      ),
  })

export const formatsQuery = (type: string, language: Language) =>
  queryOptions({
    queryKey: ['extended_setting_formats', type, language],
    queryFn: ({ signal }) => client.call('list_extended_setting_formats', { path: { _id: type } }, { signal }),
    staleTime: 30 * 60_000,
  })

/** The sensors that may look at the service, and those that do. */
export const sensorChoiceQuery = (id: number) =>
  queryOptions({
    queryKey: ['service', id, 'sensor_choice'],
    queryFn: async ({ signal }) => {
      const path = { _id: id }
      const [available, watching] = await Promise.all([
        client.call('list_service_available_sensors', { path, query: { limit: 1000, sort: ['name'] } }, { signal }),
        client.call('list_service_monitoring_sensors', { path, query: { limit: 1000 } }, { signal }),
      ])
      return { available, watching: watching.map((sensor) => sensor.id) }
    },
    staleTime: 60_000,
  })

/** What is drawn: all sensors together as a band, and each one's line; the changes of status for the background. */
export const performanceQuery = (id: number, range: RangeName) =>
  queryOptions({
    queryKey: ['service', id, 'performance', range],
    queryFn: async ({ signal }) => {
      const query = rangeOf(range)
      const path = { _id: id }
      const [all, sensors, changes] = await Promise.all([
        client.call('read_performance_river_chart', { path, query }, { signal }),
        client.call('list_performance_used_sensors', { path, query }, { signal }),
        client.call('list_status_changes', { path, query: { ...query, limit: 1000 } }, { signal }),
      ])
      const lines = await Promise.all(
        sensors.slice(0, mostLines).map(async (sensor) => {
          const own = { ...query, sensor_id: String(sensor.id) }
          const { points } = await client.call('read_performance_river_chart', { path, query: own }, { signal })
          return { sensor, points }
        }),
      )
      return { from: query.from, to: query.to, all, lines, changes }
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

/** What the response times seen by one sensor are made of, and the changes of status for the background. */
export const phasesQuery = (id: number, range: RangeName, sensor: number) =>
  queryOptions({
    queryKey: ['service', id, 'phases', range, sensor],
    queryFn: async ({ signal }) => {
      const query = rangeOf(range)
      const path = { _id: id }
      const [chart, changes] = await Promise.all([
        client.call(
          'read_performance_phases_chart',
          { path, query: { ...query, sensor_id: String(sensor) } },
          { signal },
        ),
        client.call('list_status_changes', { path, query: { ...query, limit: 1000 } }, { signal }),
      ])
      return { chart, changes }
    },
    refetchInterval: 60_000,
  })

/** Single checks are read for a month at most; longer ranges have their sums only. */
export const shortRanges: readonly RangeName[] = ['day', 'week', 'month']

/** More lines than this are a tangle; the band stands for all of them. */
const mostLines = 8

export const rangeOf = (range: RangeName) => {
  const to = Math.ceil(Date.now() / 60_000) * 60_000
  return { from: wireTime(to - ranges[range] * 1000), to: wireTime(to) }
}
