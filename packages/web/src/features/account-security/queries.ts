import { queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const accountSecurityKeys = { all: ['account_security'] } as const

/** The sign-in methods of the user, and the requirements of the account. */
export const accountSecurityQuery = queryOptions({
  queryKey: [...accountSecurityKeys.all, 'my_account'],
  queryFn: ({ signal }) => client.call('read_account_security', { path: { _id: 'my_account' } }, { signal }),
})
