import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

export const meKey = ['me'] as const

/** The account that is signed in, its clock, and what it may do. */
const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ signal }) =>
    client.call(
      'read_account',
      {
        path: { _id: 'my_account' },
        query: { embed: ['permissions', 'time_zone.name', 'package.can_force_custom_analyses'] },
      },
      { signal },
    ),
  staleTime: 5 * 60_000,
})

export const useMe = () => useQuery(meQuery)

/** Whether one may make anything here. By the permission: who observes an account does not see from the account itself that they only look. */
export const useMayMake = (): boolean | undefined => {
  const { data: me } = useMe()
  return me && me.permissions?.create_groups === true
}

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: ['session', id],
    queryFn: ({ signal }) => client.call('read_session', { path: { _id: id } }, { signal }),
    staleTime: 5 * 60_000,
  })
