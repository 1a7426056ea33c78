import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ErrorType, Group, Sensor, ServiceType } from '@wachta/client'
import { useSpeech } from '../language/language.tsx'
import type { Language } from '../language/preferences.ts'
import { client } from './client.ts'
import { gathered } from './gathered.ts'

/** Catalogues change with releases, not by the hour. */
const seldom = { staleTime: 30 * 60_000, gcTime: 60 * 60_000 }

/** The same nothing every time, so that nobody draws anew because of it. */
const noErrorTypes: ReadonlyMap<number, ErrorType> = new Map()
const noServiceTypes: ReadonlyMap<string, ServiceType> = new Map()
const noSensors: ReadonlyMap<number, Sensor> = new Map()
const noGroups: ReadonlyMap<number, Group> = new Map()

const errorTypesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['error_types', language],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, ErrorType>> => {
      const rows = await gathered(client.pages('list_error_types', {}, { signal, size: 1000 }))
      return new Map(rows.map((row) => [row.id, row]))
    },
    ...seldom,
  })

/** What checks can fail with, by number, in the reader's language. */
export function useErrorTypes(): ReadonlyMap<number, ErrorType> {
  const { language } = useSpeech()
  return useQuery(errorTypesQuery(language)).data ?? noErrorTypes
}

export const errorTypeQuery = (id: number, language: Language) =>
  queryOptions({
    queryKey: ['error_type', id, language],
    queryFn: ({ signal }) =>
      client.call(
        'read_error_type',
        { path: { _id: id }, query: { embed: ['categories.id', 'categories.name'] } },
        { signal },
      ),
    ...seldom,
  })

export const errorCategoriesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['error_type_categories', language],
    queryFn: ({ signal }) =>
      client.call('list_dictionaries_error_type_categories', { query: { limit: 1000 } }, { signal }),
    ...seldom,
  })

const serviceTypesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['service_types', language],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ServiceType>> => {
      const rows = await gathered(client.pages('list_service_types', {}, { signal, size: 1000 }))
      return new Map(rows.map((row) => [row.id, row]))
    },
    ...seldom,
  })

export function useServiceTypes(): ReadonlyMap<string, ServiceType> {
  const { language } = useSpeech()
  return useQuery(serviceTypesQuery(language)).data ?? noServiceTypes
}

const sensorsQuery = queryOptions({
  queryKey: ['sensors'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, Sensor>> => {
    const rows = await gathered(client.pages('list_sensors', {}, { signal, size: 1000 }))
    return new Map(rows.map((row) => [row.id, row]))
  },
  staleTime: 5 * 60_000,
})

export const useSensors = (): ReadonlyMap<number, Sensor> => useQuery(sensorsQuery).data ?? noSensors

const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, Group>> => {
    const rows = await gathered(
      client.pages(
        'list_groups',
        { query: { sort: ['name'], embed: ['owner.name', 'permissions.share'] } },
        { signal, size: 1000 },
      ),
    )
    return new Map(rows.map((row) => [row.id, row]))
  },
  staleTime: 5 * 60_000,
})

export const useGroups = (): ReadonlyMap<number, Group> => useQuery(groupsQuery).data ?? noGroups
