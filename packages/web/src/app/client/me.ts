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
 * Returns the account that the user acts for, which for an additional user is the parent account. Its permissions are
 * those that the role of the user allows.
 */
export function useActingAccount() {
  const { data: me } = useMe()
  const parent = me?.parent_account_id ?? null
  const { data } = useQuery({
    queryKey: [...meKey, 'acting', parent],
    queryFn: ({ signal }) =>
      client.call(
        'read_account',
        { path: { _id: parent ?? 0 }, query: { embed: ['permissions', 'time_zone.name'] } },
        { signal },
      ),
    enabled: parent !== null,
    staleTime: 5 * 60_000,
  })
  return parent === null ? me : data
}

type AccountPermission =
  | 'create_contact_groups'
  | 'create_contacts'
  | 'create_events'
  | 'create_groups'
  | 'create_report_templates'
  | 'create_status_pages'
  | 'create_templates'
  | 'run_diagnostics'

/**
 * Whether the user has a permission in the account that they act for; undefined while that account is loading. A role
 * alone does not tell, because an observer may only read.
 */
export const useMay = (permission: AccountPermission): boolean | undefined => {
  const acting = useActingAccount()
  return acting && acting.permissions?.[permission] === true
}

export const sessionQuery = (id: number) =>
  queryOptions({
    queryKey: ['session', id],
    queryFn: ({ signal }) => client.call('read_session', { path: { _id: id } }, { signal }),
    staleTime: 5 * 60_000,
  })
