import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectPages } from '@wachta/client'
import { client } from '../../app/client/client.ts'

export const tagKeys = ['service_tags'] as const

const noTags: ReadonlyMap<number, readonly string[]> = new Map()

/** The tags of services that have any, by the id of the service. */
const tagsQuery = queryOptions({
  queryKey: tagKeys,
  queryFn: async ({ signal }): Promise<ReadonlyMap<number, readonly string[]>> => {
    const body = { fields: ['service_id', 'tags'] as const, sort: [{ field: 'service_id' as const }] }
    const rows = await collectPages(client.pages('search_service_tags', { body }, { signal, size: 1000 }))
    return new Map(rows.map(({ service_id, tags }) => [service_id, tags]))
  },
  staleTime: 60_000,
})

export const useServiceTags = (): ReadonlyMap<number, readonly string[]> => useQuery(tagsQuery).data ?? noTags

/** Returns all tags in alphabetical order. */
export const listTags = (tags: ReadonlyMap<number, readonly string[]>): readonly string[] =>
  [...new Set([...tags.values()].flat())].toSorted((one, other) => one.localeCompare(other))
