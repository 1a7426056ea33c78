import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectPages, type Group } from '@wachta/client'
import { client } from '../../app/client/client.ts'

export const groupKeys = { all: ['groups'], shares: ['group_shares'], periodic: ['periodic_report_addresses'] } as const

const noGroups: ReadonlyMap<number, Group> = new Map()

const groupsQuery = queryOptions({
  queryKey: groupKeys.all,
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, Group>> => {
    const rows = await collectPages(
      client.pages(
        'list_groups',
        { query: { sort: ['name'], embed: ['owner.name', 'permissions.share', 'permissions.update'] } },
        { signal, size: 1000 },
      ),
    )
    return new Map(rows.map((row) => [row.id, row]))
  },
  staleTime: 5 * 60_000,
})

export const useGroups = (): ReadonlyMap<number, Group> => useQuery(groupsQuery).data ?? noGroups

/** The groups of an owner, and how they are shared with one account. */
export const sharingQuery = (account: number, owner: number) =>
  queryOptions({
    queryKey: [...groupKeys.shares, account, owner],
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

/** The shares of a group, with the names of the accounts. */
export const groupSharesQuery = (group: number) =>
  queryOptions({
    queryKey: [...groupKeys.shares, 'of', group],
    queryFn: ({ signal }) =>
      client.call(
        'list_group_group_shares',
        { path: { _id: group }, query: { embed: ['account.name'], limit: 1000 } },
        { signal },
      ),
  })

/** The addresses that get periodic reports about a group. */
export const periodicAddressesQuery = (group: number) =>
  queryOptions({
    queryKey: [...groupKeys.periodic, group],
    queryFn: ({ signal }) =>
      client.call(
        'list_group_periodic_report_addresses',
        { path: { _id: group }, query: { embed: ['permissions'], sort: ['address'], limit: 1000 } },
        { signal },
      ),
  })
