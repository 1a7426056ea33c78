import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Account } from '@wachta/client'
import type { Language } from '../language/preferences.ts'
import { client } from './client.ts'

/** Every account that one may see: for an administrator all of them. */
export const accountsQuery = queryOptions({
  queryKey: ['accounts', 'tree'],
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
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) =>
      client.call(
        'read_account',
        { path: { _id: id }, query: { embed: ['permissions', 'package.name', 'time_zone.name'] } },
        { signal },
      ),
  })

/** What only administrators see of an account. */
export const holderQuery = (id: number) =>
  queryOptions({
    queryKey: ['accounts', 'holder', id],
    queryFn: ({ signal }) => client.call('read_admin_account', { path: { _id: id } }, { signal }),
  })

/** Packages that one may give to others: one's own, and those on offer. */
export const packagesQuery = queryOptions({
  queryKey: ['packages', 'given'],
  queryFn: ({ signal }) => client.call('list_packages', { query: { sort: ['name'], limit: 1000 } }, { signal }),
})

export const adminPackagesQuery = queryOptions({
  queryKey: ['packages', 'all'],
  queryFn: ({ signal }) =>
    client.call('list_admin_packages', { query: { embed: ['permissions'], sort: ['name'], limit: 1000 } }, { signal }),
})

export const adminPackageQuery = (id: number) =>
  queryOptions({
    queryKey: ['packages', 'one', id],
    queryFn: ({ signal }) =>
      client.call('read_admin_package', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

/** Groups of one's own that may be shared, and how they are shared with one account. */
export const sharingQuery = (account: number, owner: number) =>
  queryOptions({
    queryKey: ['group_shares', account, owner],
    queryFn: async ({ signal }) => {
      const [groups, shares] = await Promise.all([
        client.call(
          'list_account_groups',
          { path: { _id: owner }, query: { embed: ['permissions'], sort: ['name'], limit: 1000 } },
          { signal },
        ),
        client.call('list_account_group_shares', { path: { _id: account }, query: { limit: 1000 } }, { signal }),
      ])
      return { groups, shares: new Map(shares.map((share) => [share.group_id, share])) }
    },
  })

/** How a group is shared, and with whom. */
export const groupSharesQuery = (group: number) =>
  queryOptions({
    queryKey: ['group_shares', 'of', group],
    queryFn: ({ signal }) =>
      client.call(
        'list_group_group_shares',
        { path: { _id: group }, query: { embed: ['account.name'], limit: 1000 } },
        { signal },
      ),
  })

export const usagePageSize = 100

/** What was watched in a month, account by account. */
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

export const channelsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['notification_channels', language],
    queryFn: ({ signal }) =>
      client.call('list_dictionaries_notification_channels', { query: { limit: 1000 } }, { signal }),
    staleTime: 30 * 60_000,
  })
