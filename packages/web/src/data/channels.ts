import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ContactChannel } from '@wachta/client'
import { useSpeech } from '../language/language.tsx'
import type { Language } from '../language/preferences.ts'
import { client } from './client.ts'
import { gathered } from './gathered.ts'

const seldom = { staleTime: 30 * 60_000, gcTime: 60 * 60_000 }
const noChannels: ReadonlyMap<string, ContactChannel> = new Map()
const noLanguages: readonly { readonly id: string; readonly name: string }[] = []

const channelsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['contact_channels', language],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ContactChannel>> => {
      const rows = await gathered(client.pages('list_dictionaries_contact_channels', {}, { signal, size: 1000 }))
      return new Map(rows.map((row) => [row.id, row]))
    },
    ...seldom,
  })

/** Every way of telling there is, by its key, in the reader's language. */
export function useChannels(): ReadonlyMap<string, ContactChannel> {
  const { language } = useSpeech()
  return useQuery(channelsQuery(language)).data ?? noChannels
}

const offeredQuery = (language: Language) =>
  queryOptions({
    queryKey: ['offered_channels', language],
    queryFn: async ({ signal }): Promise<readonly ContactChannel[]> =>
      client.call(
        'read_package_available_notification_channels',
        { path: { _id: 'my_package' }, query: { limit: 1000 } },
        { signal },
      ),
    ...seldom,
  })

/** Those of them that the package of the account has. */
export function useOfferedChannels(): readonly ContactChannel[] {
  const { language } = useSpeech()
  return useQuery(offeredQuery(language)).data ?? []
}

const languagesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['languages', language],
    queryFn: ({ signal }) => client.call('list_dictionaries_languages', { query: { limit: 1000 } }, { signal }),
    ...seldom,
  })

/** The languages that people can be told in. */
export function useLanguages(): readonly { readonly id: string; readonly name: string }[] {
  const { language } = useSpeech()
  return useQuery(languagesQuery(language)).data ?? noLanguages
}
