import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { ContactNotification, Notification } from '@wachta/client'
import { useSpeech } from '../language/language.tsx'
import type { Language } from '../language/preferences.ts'
import { client } from './client.ts'
import { serviceNames } from './events.ts'
import { lastOf } from './log-range.ts'
import { peopleKey } from './people.ts'
import type { RangeName } from './service.ts'

/** Two ways of telling people, and a log of each. */
export type Style = 'contact' | 'older'
export type MessageStatus = ContactNotification['status']
/** What both logs have in common, and what one of them has besides. */
export type Message = Notification & Partial<Pick<ContactNotification, 'contact_id' | 'event_id' | 'escalation_id'>>

export interface MessageFilters {
  readonly status: MessageStatus | null
  readonly channel: string | null
  readonly contact: number | null
  readonly range: RangeName
}

export const messagePage = 25

/** A page of a log, the newest first, with the names of the services it is about. */
export const messagesQuery = (style: Style, filters: MessageFilters, page: number) =>
  queryOptions({
    queryKey: ['messages', style, filters, page],
    queryFn: async ({ signal }): Promise<{ items: Message[]; total: number; names: ReadonlyMap<number, string> }> => {
      const { status, channel, contact, range } = filters
      const path = { _account_id: 'my_account' }
      const query = {
        ...lastOf(range),
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
export const messageQuery = (style: Style, id: number) =>
  queryOptions({
    queryKey: ['message', style, id],
    queryFn: ({ signal }): Promise<Message> => {
      const path = { _account_id: 'my_account', _id: id }
      return style === 'older'
        ? client.call('read_notification', { path }, { signal })
        : client.call('read_contact_notification', { path }, { signal })
    },
  })

interface Entry {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

const noEntries: ReadonlyMap<string, Entry> = new Map()
const noContacts: ReadonlyMap<number, string> = new Map()
const seldom = { staleTime: 30 * 60_000, gcTime: 60 * 60_000 }

const reasonsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['notification_reasons', language],
    queryFn: async ({ signal }) =>
      byId(await client.call('list_dictionaries_notification_reasons', { query: { limit: 1000 } }, { signal })),
    ...seldom,
  })

/** Why somebody was not told, in the reader's language. */
export function useReasons(): ReadonlyMap<string, Entry> {
  const { language } = useSpeech()
  return useQuery(reasonsQuery(language)).data ?? noEntries
}

const channelsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['channels', language],
    queryFn: async ({ signal }) => {
      const [newer, older] = await Promise.all([
        client.call('list_dictionaries_contact_channels', { query: { limit: 1000 } }, { signal }),
        client.call('list_dictionaries_notification_channels', { query: { limit: 1000 } }, { signal }),
      ])
      return byId([...older, ...newer])
    },
    ...seldom,
  })

/** Channels of both ways of telling, which mostly have the same names. */
export function useChannels(): ReadonlyMap<string, Entry> {
  const { language } = useSpeech()
  return useQuery(channelsQuery(language)).data ?? noEntries
}

const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

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
