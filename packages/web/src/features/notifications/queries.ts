import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContactNotification, Notification, NotificationStatus } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { getLastPeriod, type RangeName } from '../../app/client/ranges.ts'
import { loadServiceNames } from '../services/queries.ts'

/** The two logs: notifications to contacts, and legacy notifications together with test notifications. */
export type LogKind = 'contact' | 'legacy'

/** The fields that both logs have, and those that only notifications to contacts have. */
export type LoggedNotification = Notification &
  Partial<Pick<ContactNotification, 'contact_id' | 'event_id' | 'escalation_id'>>

export interface NotificationFilters {
  readonly status: NotificationStatus | null
  readonly channel: string | null
  readonly contact: number | null
  readonly range: RangeName
}

export const pageSize = 25

/** A page of a log, newest first, with the names of the services. */
export const notificationsQuery = (kind: LogKind, filters: NotificationFilters, page: number) =>
  queryOptions({
    queryKey: ['notifications', kind, filters, page],
    queryFn: async ({
      signal,
    }): Promise<{ items: LoggedNotification[]; total: number; names: ReadonlyMap<number, string> }> => {
      const { status, channel, contact, range } = filters
      const path = { _account_id: 'my_account' }
      const query = {
        ...getLastPeriod(range),
        status: status || ('all' as const),
        ...(channel && { channel_id: channel }),
        sort: '-time' as const,
        limit: pageSize,
        offset: page * pageSize,
      }
      const response =
        kind === 'legacy'
          ? await client.list('list_account_notifications', { path, query }, { signal })
          : await client.list(
              'list_account_contact_notifications',
              { path, query: { ...query, ...(contact && { contact_id: String(contact) }) } },
              { signal },
            )
      const ids = response.items.flatMap(({ service_id }) => service_id ?? [])
      return { ...response, names: await loadServiceNames(ids, signal) }
    },
    placeholderData: keepPreviousData,
    refetchInterval: page === 0 ? 20_000 : false,
  })

/** One notification with its text and attempts. */
export const notificationQuery = (kind: LogKind, id: number) =>
  queryOptions({
    queryKey: ['notification', kind, id],
    queryFn: ({ signal }): Promise<LoggedNotification> => {
      const path = { _account_id: 'my_account', _id: id }
      return kind === 'legacy'
        ? client.call('read_notification', { path }, { signal })
        : client.call('read_contact_notification', { path }, { signal })
    },
  })
