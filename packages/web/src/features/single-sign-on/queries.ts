import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const ssoKeys = { all: ['sso_connections'] } as const

/** The connections of the account, those that its reseller offers, and all domains. */
export const ssoQuery = queryOptions({
  queryKey: ssoKeys.all,
  queryFn: async ({ signal }) => {
    const [connections, domains] = await Promise.all([
      client.call('list_sso_connections', { query: { embed: ['permissions'], sort: ['id'] } }, { signal }),
      client.call('list_sso_domains', { query: { sort: ['domain'] } }, { signal }),
    ])
    return { connections, domains }
  },
})
