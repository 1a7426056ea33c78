import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectPages, type ErrorType } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import { dictionaryCacheOptions } from '../dictionaries/queries.ts'

/** Always the same object, so that components do not render again because of it. */
const noErrorTypes: ReadonlyMap<number, ErrorType> = new Map()

export const errorTypesQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['error_types', language],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, ErrorType>> => {
      const rows = await collectPages(client.pages('list_error_types', {}, { signal, size: 1000 }))
      return new Map(rows.map((row) => [row.id, row]))
    },
    ...dictionaryCacheOptions,
  })

/** Returns the error types by id, in the user's language. */
export function useErrorTypes(): ReadonlyMap<number, ErrorType> {
  const { language } = useI18n()
  return useQuery(errorTypesQuery(language)).data ?? noErrorTypes
}

export const errorTypeQuery = (id: number, language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['error_type', id, language],
    queryFn: ({ signal }) =>
      client.call(
        'read_error_type',
        { path: { _id: id }, query: { embed: ['categories.id', 'categories.name'] } },
        { signal },
      ),
    ...dictionaryCacheOptions,
  })

export const errorCategoriesQuery = (language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['error_type_categories', language],
    queryFn: ({ signal }) =>
      client.call('list_dictionaries_error_type_categories', { query: { limit: 1000 } }, { signal }),
    ...dictionaryCacheOptions,
  })
