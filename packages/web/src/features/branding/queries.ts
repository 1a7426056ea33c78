import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const brandingKey = ['branding'] as const

/** What an account has set itself, and what is shown for it. */
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
