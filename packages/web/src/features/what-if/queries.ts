import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { type RangeName, toRange } from '../../app/client/ranges.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'

/** The settings to try; null keeps the current setting. */
export interface WhatIfTrial {
  readonly tolerance: number | null
  readonly sensors: readonly number[] | null
  /** In seconds. */
  readonly delay: number
}

export const whatIfQuery = (id: number, range: RangeName, { tolerance, sensors, delay }: WhatIfTrial) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'what_if', range, tolerance, sensors?.join() ?? null, delay],
    queryFn: ({ signal }) =>
      client.call(
        'read_what_if',
        {
          path: { _id: id },
          query: {
            ...toRange(range),
            ...(tolerance !== null && { error_tolerance: String(tolerance) }),
            ...(sensors !== null && { sensor_ids: sensors.join() }),
            ...(delay > 0 && { start_delay: String(delay) }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

export const usedSensorsQuery = (id: number, range: RangeName) =>
  queryOptions({
    queryKey: [...serviceKeys.one(id), 'used_sensors', range],
    queryFn: ({ signal }) => client.call('list_used_sensors', { path: { _id: id }, query: toRange(range) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
