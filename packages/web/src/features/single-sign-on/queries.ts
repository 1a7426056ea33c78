import { queryOptions } from '@tanstack/react-query'
import { collectPages } from '@wachta/client'
import { client } from '../../app/client/client.ts'

export const ssoKeys = { all: ['sso_connections'] } as const

/** The connections of the account, those that its reseller offers, and all domains. */
export const ssoQuery = queryOptions({
  queryKey: ssoKeys.all,
  queryFn: async ({ signal }) => {
    const options = { signal, size: 1000 }
    const [connections, domains] = await Promise.all([
      collectPages(
        client.pages('list_sso_connections', { query: { embed: ['permissions'] as const, sort: ['id'] } }, options),
      ),
      collectPages(client.pages('list_sso_domains', { query: { sort: ['domain'] } }, options)),
    ])
    return { connections, domains }
  },
})
