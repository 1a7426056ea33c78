import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const brandingKey = ['branding'] as const

/** The account's own branding, and the effective one with inherited values. */
export const brandingQuery = (account: number) =>
  queryOptions({
    queryKey: [...brandingKey, account],
    queryFn: async ({ signal }) => {
      const path = { _id: account }
      const [own, effective] = await Promise.all([
        client.call('read_account_branding', { path }, { signal }),
        client.call('read_account_effective_branding', { path }, { signal }),
      ])
      return { own, effective }
    },
  })
