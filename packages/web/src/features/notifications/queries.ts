import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ContactNotification, Notification } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { lastPeriod, type RangeName } from '../../app/client/ranges.ts'
import { serviceNames } from '../services/queries.ts'

/** Two ways of telling people, and a log of each. */
export type Style = 'contact' | 'older'

export type MessageStatus = ContactNotification['status']

/** What both logs have in common, and what one of them has besides. */
export type LoggedMessage = Notification &
  Partial<Pick<ContactNotification, 'contact_id' | 'event_id' | 'escalation_id'>>

export interface NotificationFilters {
  readonly status: MessageStatus | null
  readonly channel: string | null
  readonly contact: number | null
  readonly range: RangeName
}

export const messagePage = 25

/** A page of a log, the newest first, with the names of the services it is about. */
export const notificationsQuery = (style: Style, filters: NotificationFilters, page: number) =>
  queryOptions({
    queryKey: ['messages', style, filters, page],
    queryFn: async ({
      signal,
    }): Promise<{ items: LoggedMessage[]; total: number; names: ReadonlyMap<number, string> }> => {
      const { status, channel, contact, range } = filters
      const path = { _account_id: 'my_account' }
      const query = {
        ...lastPeriod(range),
        status: status || ('all' as const),
        ...(channel && { channel_id: channel }),
        sort: '-time' as const,
        limit: messagePage,
        offset: page * messagePage,
      }
      const found =
        style === 'older'
          ? await client.list('list_account_notifications', { path, query }, { signal })
          : await client.list(
              'list_account_contact_notifications',
              { path, query: { ...query, ...(contact && { contact_id: String(contact) }) } },
              { signal },
            )
      const ids = found.items.flatMap(({ service_id }) => service_id ?? [])
      return { ...found, names: await serviceNames(ids, signal) }
    },
    placeholderData: keepPreviousData,
    refetchInterval: page === 0 ? 20_000 : false,
  })

/** One message with its text and every attempt. */
export const notificationQuery = (style: Style, id: number) =>
  queryOptions({
    queryKey: ['message', style, id],
    queryFn: ({ signal }): Promise<LoggedMessage> => {
      const path = { _account_id: 'my_account', _id: id }
      return style === 'older'
        ? client.call('read_notification', { path }, { signal })
        : client.call('read_contact_notification', { path }, { signal })
    },
  })
