import { queryOptions, useQuery } from '@tanstack/react-query'
import { client } from './client.ts'

export const meKey = ['me'] as const

/** The signed-in account with its time zone and permissions. */
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

/**
 * Whether the user may create anything here. It uses the permission, because the account itself does not show that an
 * observer may only read.
 */
export const useMayCreate = (): boolean | undefined => {
  const { data: me } = useMe()
  return me && me.permissions?.create_groups === true
}

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: ['session', id],
    queryFn: ({ signal }) => client.call('read_session', { path: { _id: id } }, { signal }),
    staleTime: 5 * 60_000,
  })
