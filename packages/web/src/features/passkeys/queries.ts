import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const passkeyKeys = { all: ['passkeys'] } as const

/** The passkeys of the user. Administrators may also read those of others, which are not shown here. */
export const passkeysQuery = (account: number) =>
  queryOptions({
    queryKey: [...passkeyKeys.all, account],
    queryFn: ({ signal }) =>
      client.call(
        'list_passkeys',
        { query: { 'filter.account_id': account, embed: ['permissions'], sort: ['created_at', 'id'], limit: 100 } },
        { signal },
      ),
  })
