import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { accountKeys } from '../accounts/queries.ts'

/** The data of an account that only administrators see. */
export const holderQuery = (id: number) =>
  queryOptions({
    queryKey: [...accountKeys.all, 'holder', id],
    queryFn: ({ signal }) => client.call('read_admin_account', { path: { _id: id } }, { signal }),
  })

export const usagePageSize = 100

/** The usage of all accounts in a month. */
export const monthlyUsageQuery = (month: string, page: number) =>
  queryOptions({
    queryKey: ['usage_stats', month, page],
    queryFn: async ({ signal }) => {
      const [year = '', number = ''] = month.split('-')
      const query = { limit: usagePageSize, offset: page * usagePageSize }
      const path = { year, month: Number(number) }
      return client.list('list_usage_stats_by_account', { path, query }, { signal })
    },
    placeholderData: keepPreviousData,
  })
