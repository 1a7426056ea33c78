import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const accountSecurityKeys = { all: ['account_security'] } as const

/** How the user can sign in, and what the account requires. */
export const accountSecurityQuery = queryOptions({
  queryKey: [...accountSecurityKeys.all, 'my_account'],
  queryFn: ({ signal }) => client.call('read_account_security', { path: { _id: 'my_account' } }, { signal }),
})
