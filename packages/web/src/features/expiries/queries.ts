import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

/** Certificates and domains of the account, soonest first. Sensors look at them every 15 minutes. */
export const expiriesQuery = queryOptions({
  queryKey: ['expiries'],
  queryFn: ({ signal }) => client.call('list_account_expiries', { path: { _id: 'my_account' } }, { signal }),
  staleTime: 60_000,
  refetchInterval: 5 * 60_000,
})
