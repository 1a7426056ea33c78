import { queryOptions } from '@tanstack/react-query'
import { collectPages } from '@wachta/client'
import { client } from '../../app/client/client.ts'

export const apiKeyKeys = { all: ['api_keys'] } as const

/** The keys of the user. Administrators may also read those of others, which are not shown here. */
export const apiKeysQuery = (account: number) =>
  queryOptions({
    queryKey: [...apiKeyKeys.all, account],
    queryFn: ({ signal }) =>
      collectPages(
        client.pages(
          'list_api_keys',
          { query: { 'filter.account_id': account, sort: ['-id'] } },
          { signal, size: 1000 },
        ),
      ),
  })
