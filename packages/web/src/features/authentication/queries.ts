import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'

export const authenticationKeys = {
  sessions: ['sessions'],
  /** User data includes the allow-list. */
  userData: ['user_data'],
} as const

/** The user data of an account, including its allow-list. */
export const userDataQuery = (id: number) =>
  queryOptions({
    queryKey: [...authenticationKeys.userData, id],
    queryFn: ({ signal }) =>
      client.call('read_user_data', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

export const signInsPageSize = 10

export const signInsQuery = (account: number, page: number) =>
  queryOptions({
    queryKey: ['authentications', account, page],
    queryFn: ({ signal }) =>
      client.list(
        'list_account_authentications',
        {
          path: { _account_id: account },
          query: { sort: ['-time'], limit: signInsPageSize, offset: page * signInsPageSize },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** Recent attempts on an account that were rejected. */
export const securityEventsQuery = (account: number) =>
  queryOptions({
    queryKey: ['security_events', account],
    queryFn: ({ signal }) =>
      client.call('list_account_security_events', { path: { _account_id: account }, query: { limit: 20 } }, { signal }),
  })
