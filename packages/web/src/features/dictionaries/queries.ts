import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ContactChannel, collectPages, type MetricType, type ServiceType } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'

/** Dictionaries change only with releases. */
export const dictionaryCacheOptions = { staleTime: 30 * 60_000, gcTime: 60 * 60_000 }

const noChannels: ReadonlyMap<string, ContactChannel> = new Map()

const noLanguages: readonly { readonly id: string; readonly name: string }[] = []

const channelsQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['contact_channels', language],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ContactChannel>> => {
      const rows = await collectPages(client.pages('list_dictionaries_contact_channels', {}, { signal, size: 1000 }))
      return new Map(rows.map((row) => [row.id, row]))
    },
    ...dictionaryCacheOptions,
  })

/** Returns all channels of contacts by id, in the user's language. */
export function useChannels(): ReadonlyMap<string, ContactChannel> {
  const { language } = useI18n()
  return useQuery(channelsQuery(language)).data ?? noChannels
}

const offeredQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['offered_channels', language],
    queryFn: async ({ signal }): Promise<readonly ContactChannel[]> =>
      client.call(
        'read_package_available_notification_channels',
        { path: { _id: 'my_package' }, query: { limit: 1000 } },
        { signal },
      ),
    ...dictionaryCacheOptions,
  })

/** Returns the channels that the package of the account includes. */
export function useOfferedChannels(): readonly ContactChannel[] {
  const { language } = useI18n()
  return useQuery(offeredQuery(language)).data ?? []
}

const languagesQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['languages', language],
    queryFn: ({ signal }) => client.call('list_dictionaries_languages', { query: { limit: 1000 } }, { signal }),
    ...dictionaryCacheOptions,
  })

/** Returns the languages of notifications. */
export function useLanguages(): readonly { readonly id: string; readonly name: string }[] {
  const { language } = useI18n()
  return useQuery(languagesQuery(language)).data ?? noLanguages
}

/** The time zones that an account can have. */
export const zonesQuery = queryOptions({
  queryKey: ['time_zones'],
  queryFn: ({ signal }) => client.call('list_dictionaries_time_zones', { query: { limit: 1000 } }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const noServiceTypes: ReadonlyMap<string, ServiceType> = new Map()

const serviceTypesQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['service_types', language],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ServiceType>> => {
      const rows = await collectPages(client.pages('list_service_types', {}, { signal, size: 1000 }))
      return new Map(rows.map((row) => [row.id, row]))
    },
    ...dictionaryCacheOptions,
  })

export function useServiceTypes(): ReadonlyMap<string, ServiceType> {
  const { language } = useI18n()
  return useQuery(serviceTypesQuery(language)).data ?? noServiceTypes
}

interface DictionaryEntry {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

const noEntries: ReadonlyMap<string, DictionaryEntry> = new Map()

const reasonsQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['notification_reasons', language],
    queryFn: async ({ signal }) =>
      indexById(await client.call('list_dictionaries_notification_reasons', { query: { limit: 1000 } }, { signal })),
    ...dictionaryCacheOptions,
  })

/** Returns the reasons why a notification was not sent, in the user's language. */
export function useReasons(): ReadonlyMap<string, DictionaryEntry> {
  const { language } = useI18n()
  return useQuery(reasonsQuery(language)).data ?? noEntries
}

const artifactTypesQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['artifact_types', language],
    queryFn: async ({ signal }) =>
      indexById(await client.call('list_dictionaries_artifact_types', { query: { limit: 1000 } }, { signal })),
    ...dictionaryCacheOptions,
  })

/** Returns the types of artifacts that checks can leave behind, in the user's language. */
export function useArtifactTypes(): ReadonlyMap<string, DictionaryEntry> {
  const { language } = useI18n()
  return useQuery(artifactTypesQuery(language)).data ?? noEntries
}

const allChannelsQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['channels', language],
    queryFn: async ({ signal }) => {
      const [contactChannels, legacyChannels] = await Promise.all([
        client.call('list_dictionaries_contact_channels', { query: { limit: 1000 } }, { signal }),
        client.call('list_dictionaries_notification_channels', { query: { limit: 1000 } }, { signal }),
      ])
      return indexById([...legacyChannels, ...contactChannels])
    },
    ...dictionaryCacheOptions,
  })

/** Returns the channels of contacts and of legacy notifications, most of which have the same names. */
export function useAllChannels(): ReadonlyMap<string, DictionaryEntry> {
  const { language } = useI18n()
  return useQuery(allChannelsQuery(language)).data ?? noEntries
}

const indexById = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))

const noMetricTypes: ReadonlyMap<string, MetricType> = new Map()

const metricTypesQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['metric_types', language],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, MetricType>> => {
      const rows = await client.call('list_dictionaries_metric_types', { query: { limit: 1000 } }, { signal })
      return new Map(rows.map((row) => [row.id, row]))
    },
    staleTime: 30 * 60_000,
  })

/** Returns the types of check metrics, in the user's language. */
export function useMetricTypes(): ReadonlyMap<string, MetricType> {
  const { language } = useI18n()
  return useQuery(metricTypesQuery(language)).data ?? noMetricTypes
}
