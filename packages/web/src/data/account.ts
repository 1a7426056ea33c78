import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isRefusal } from '@wachta/client'
import { client } from './client.ts'

/** Who holds an account and from where they may come in. */
export const userDataQuery = (id: number) =>
  queryOptions({
    queryKey: ['user_data', id],
    queryFn: ({ signal }) =>
      client.call('read_user_data', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

/** The time zones that an account can live in. */
export const zonesQuery = queryOptions({
  queryKey: ['time_zones'],
  queryFn: ({ signal }) => client.call('list_dictionaries_time_zones', { query: { limit: 1000 } }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** What the account has of what its package gives. */
export const usageQuery = (account: number, packageId: number) =>
  queryOptions({
    queryKey: ['usage', account, packageId],
    queryFn: async ({ signal }) => {
      const [stats, limits] = await Promise.all([
        client.call('read_account_stats', { path: { _id: account } }, { signal }),
        // The package that somebody else gave to an account is not for everyone above it to read.
        client
          .call('read_package', { path: { _id: packageId } }, { signal })
          .catch((error: unknown) => (isRefusal(error, 'not_found') ? null : Promise.reject(error))),
      ])
      return { stats, limits }
    },
  })

export const signInsPageSize = 10

export const signInsQuery = (account: number, page: number) =>
  queryOptions({
    queryKey: ['authentications', account, page],
    queryFn: ({ signal }) =>
      client.list(
        'list_account_authentications',
        {
          path: { _account_id: account },
          query: { sort: ['-time'], limit: signInsPageSize, offset: page * signInsPageSize },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** What was attempted at an account and rejected lately. */
export const securityEventsQuery = (account: number) =>
  queryOptions({
    queryKey: ['security_events', account],
    queryFn: ({ signal }) =>
      client.call('list_account_security_events', { path: { _account_id: account }, query: { limit: 20 } }, { signal }),
  })

/** Additional users: they act for the account that they belong to. */
export const usersQuery = (account: number) =>
  queryOptions({
    queryKey: ['accounts', 'users', account],
    queryFn: ({ signal }) =>
      client.call(
        'search_accounts',
        {
          body: {
            filters: { parent_account_id: [{ type: 'equals', argument: account }] },
            embed: ['permissions'],
            sort: [{ field: 'name' }],
            limit: 1000,
          },
        },
        { signal },
      ),
  })

export const signingKeysQuery = (account: number) =>
  queryOptions({
    queryKey: ['signing_keys', account],
    queryFn: ({ signal }) => client.call('list_account_signing_keys', { path: { _id: account } }, { signal }),
  })
