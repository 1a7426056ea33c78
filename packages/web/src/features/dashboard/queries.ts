import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const dashboardKeys = { stats: ['account_stats'] } as const

export const statsQuery = queryOptions({
  queryKey: dashboardKeys.stats,
  queryFn: ({ signal }) => client.call('read_account_stats', { path: { _id: 'my_account' } }, { signal }),
  refetchInterval: 60_000,
})
