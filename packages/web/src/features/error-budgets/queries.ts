import { queryOptions } from '@tanstack/react-query'
import type { ServiceLevel } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { createQueue } from '../../app/client/queue.ts'
import { getLastPeriod } from '../../app/client/ranges.ts'
import { minuteMs } from '../../ui/time-units.ts'

export type ServiceBudget = NonNullable<ServiceLevel['error_budget']>

/** Two at a time, so that these background requests do not delay those that the user waits for. */
const enqueue = createQueue(2)

/** The error budgets of the last 30 days, of services that have a target. */
export const budgetsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['error_budgets', ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, ServiceBudget>> => {
      const query = getLastPeriod('month')
      const levels = await Promise.all(
        ids.map((id) =>
          enqueue(() => client.call('read_service_level', { path: { _id: id }, query }, { signal }), signal),
        ),
      )
      return new Map(
        levels.flatMap(({ error_budget }, index) => {
          const id = ids[index]
          return error_budget && id !== undefined ? [[id, error_budget] as const] : []
        }),
      )
    },
    staleTime: 5 * minuteMs,
    refetchInterval: 10 * minuteMs,
  })
