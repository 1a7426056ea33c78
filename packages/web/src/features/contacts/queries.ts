import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  type Contact,
  type ContactAddress,
  type ContactGroup,
  type ContactWeeklySuspension,
  collectPages,
  type Escalation,
  type NotificationAddress,
} from '@wachta/client'
import { client } from '../../app/client/client.ts'

/** Restricts a list to the account itself, because administrators may read the data of all accounts. */
export const ownFilter = { 'filter.permissions.own': 'true' } as const

/** All queries about recipients share this key, because one change often affects several of them. */
export const peopleKey = ['people'] as const

const pageOptions = { size: 1000 } as const

export const contactsQuery = queryOptions({
  queryKey: [...peopleKey, 'contacts'],
  queryFn: ({ signal }): Promise<readonly Contact[]> =>
    collectPages(
      client.pages(
        'list_contacts',
        { query: { ...ownFilter, sort: ['name'], embed: ['permissions'] } },
        { signal, ...pageOptions },
      ),
    ),
})

export const contactQuery = (id: number) =>
  queryOptions({
    queryKey: [...peopleKey, 'contact', id],
    queryFn: ({ signal }) =>
      client.call('read_contact', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

export const addressesQuery = queryOptions({
  queryKey: [...peopleKey, 'addresses'],
  queryFn: ({ signal }): Promise<readonly ContactAddress[]> =>
    collectPages(
      client.pages('list_contact_addresses', { query: { ...ownFilter, sort: ['id'] } }, { signal, ...pageOptions }),
    ),
})

export const contactAddressesQuery = (contact: number) =>
  queryOptions({
    queryKey: [...peopleKey, 'addresses', contact],
    queryFn: ({ signal }): Promise<readonly ContactAddress[]> =>
      collectPages(
        client.pages(
          'list_contact_addresses',
          { query: { 'filter.contact_id': contact, sort: ['id'], embed: ['permissions'] } },
          { signal, ...pageOptions },
        ),
      ),
  })

export const contactGroupsQuery = queryOptions({
  queryKey: [...peopleKey, 'groups'],
  queryFn: ({ signal }): Promise<readonly ContactGroup[]> =>
    collectPages(
      client.pages(
        'list_contact_groups',
        { query: { ...ownFilter, sort: ['name'], embed: ['permissions'] } },
        { signal, ...pageOptions },
      ),
    ),
})

/** The weekly quiet hours of contacts. */
const quietHoursQuery = queryOptions({
  queryKey: [...peopleKey, 'quiet_hours'],
  queryFn: ({ signal }): Promise<readonly ContactWeeklySuspension[]> =>
    collectPages(
      client.pages(
        'list_contact_weekly_suspensions',
        { query: { ...ownFilter, sort: ['id'] } },
        { signal, ...pageOptions },
      ),
    ),
})

const none: readonly never[] = []

export const useContacts = (): readonly Contact[] => useQuery(contactsQuery).data ?? none

export const useAddresses = (): readonly ContactAddress[] => useQuery(addressesQuery).data ?? none

export const useContactGroups = (): readonly ContactGroup[] => useQuery(contactGroupsQuery).data ?? none

export const useQuietHours = (): readonly ContactWeeklySuspension[] => useQuery(quietHoursQuery).data ?? none

/** Returns the names of the contacts and then of the groups that a step notifies. */
export function useRecipientNames(step: Pick<Escalation, 'contact_ids' | 'contact_group_ids'>): string[] {
  const contacts = useContacts()
  const groups = useContactGroups()
  return [
    ...contacts.filter(({ id }) => step.contact_ids.includes(id)),
    ...groups.filter(({ id }) => step.contact_group_ids.includes(id)),
  ].map(({ name }) => name)
}

const noContacts: ReadonlyMap<number, string> = new Map()

/** The names of all contacts that the user may see, including those of other accounts. */
const contactNamesQuery = queryOptions({
  queryKey: [...peopleKey, 'names'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
    const names = new Map<number, string>()
    const query = { fields: ['id', 'name'] as const, sort: ['name'] }
    for await (const { items } of client.pages('list_contacts', { query }, { signal, size: 1000 }))
      for (const { id, name } of items) names.set(id, name)
    return names
  },
  staleTime: 5 * 60_000,
})

export const useContactNames = (): ReadonlyMap<number, string> => useQuery(contactNamesQuery).data ?? noContacts

/** The addresses of legacy notifications of all groups, including shared ones. */
export const legacyAddressesQuery = queryOptions({
  queryKey: [...peopleKey, 'legacy_addresses'],
  queryFn: ({ signal }): Promise<readonly NotificationAddress[]> =>
    collectPages(
      client.pages(
        'list_notification_addresses',
        { query: { sort: ['address'], embed: ['permissions', 'group.name'] } },
        { signal, size: 1000 },
      ),
    ),
})
