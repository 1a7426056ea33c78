import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const statsQuery = queryOptions({
  queryKey: ['account_stats'],
  queryFn: ({ signal }) => client.call('read_account_stats', { path: { _id: 'my_account' } }, { signal }),
  refetchInterval: 60_000,
})
