import { queryOptions } from '@tanstack/react-query'
import { type Account, hasSymbol } from '@wachta/client'
import { client } from '../../app/client/client.ts'

export const accountKeys = {
  all: ['accounts'],
  usage: ['usage'],
  signingKeys: ['signing_keys'],
} as const

/** The usage of an account and the limits of its package. */
export const usageQuery = (account: number, packageId: number) =>
  queryOptions({
    queryKey: [...accountKeys.usage, account, packageId],
    queryFn: async ({ signal }) => {
      const [stats, limits] = await Promise.all([
        client.call('read_account_stats', { path: { _id: account } }, { signal }),
        // A reseller may not read a package that someone else assigned to the account.
        client
          .call('read_package', { path: { _id: packageId } }, { signal })
          .catch((error: unknown) => (hasSymbol(error, 'not_found') ? null : Promise.reject(error))),
      ])
      return { stats, limits }
    },
  })

/** The additional users of an account. */
export const usersQuery = (account: number) =>
  queryOptions({
    queryKey: [...accountKeys.all, 'users', account],
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
    queryKey: [...accountKeys.signingKeys, account],
    queryFn: ({ signal }) => client.call('list_account_signing_keys', { path: { _id: account } }, { signal }),
  })

/** All accounts that the user may see; for an administrator, all accounts. */
export const accountsQuery = queryOptions({
  queryKey: [...accountKeys.all, 'tree'],
  queryFn: async ({ signal }): Promise<readonly Account[]> => {
    const rows: Account[] = []
    const pages = client.pages(
      'list_accounts',
      { query: { embed: ['package.name'], sort: ['name'] } },
      { signal, size: 1000 },
    )
    for await (const { items } of pages) rows.push(...items)
    return rows
  },
})

export const accountQuery = (id: number) =>
  queryOptions({
    queryKey: [...accountKeys.all, 'one', id],
    queryFn: ({ signal }) =>
      client.call(
        'read_account',
        { path: { _id: id }, query: { embed: ['permissions', 'package.name', 'time_zone.name'] } },
        { signal },
      ),
  })
