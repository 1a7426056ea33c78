import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { collectPages, type ReportTemplate } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { ScreenLanguage } from '../../app/i18n/preferences.ts'
import { dictionaryCacheOptions } from '../dictionaries/queries.ts'
import { getDeliveriesPoll, getReportPoll, isUnfinished, progressPollMs } from './polling.ts'

export const reportKeys = { all: ['reports'], templates: ['report_templates'] } as const

export const reportPageSize = 25

export interface ReportFilters {
  readonly query: string
  readonly status: string
  readonly template: string
  readonly customer: string
  readonly page: number
}

/** A page of reports, newest first. It is polled more often while one of them is being made. */
export const reportsQuery = ({ query, status, template, customer, page }: ReportFilters) =>
  queryOptions({
    queryKey: [...reportKeys.all, 'list', query, status, template, customer, page],
    queryFn: ({ signal }) =>
      client.list(
        'list_reports',
        {
          query: {
            embed: ['template.name', 'owner.name', 'permissions'],
            sort: ['-created_at', '-id'],
            limit: reportPageSize,
            offset: page * reportPageSize,
            ...(query !== '' && { query }),
            ...(status !== '' && { 'filter.status': status }),
            ...(template !== '' && { 'filter.template_id': template }),
            ...(customer !== '' && { 'filter.owner_id': customer }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? progressPollMs : 30_000),
  })

export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: [...reportKeys.all, 'one', id],
    queryFn: ({ signal }) =>
      client.call(
        'read_report',
        { path: { _id: id }, query: { embed: ['template.name', 'owner.name', 'permissions'] } },
        { signal },
      ),
    refetchInterval: ({ state }) => getReportPoll(state.data, state.error),
  })

export const filesQuery = (id: number) =>
  queryOptions({
    queryKey: [...reportKeys.all, 'files', id],
    queryFn: ({ signal }) => client.call('list_report_generated_attachments', { path: { _id: id } }, { signal }),
  })

export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: [...reportKeys.all, 'deliveries', id],
    queryFn: ({ signal }) => client.call('list_report_deliveries', { path: { _id: id } }, { signal }),
    refetchInterval: ({ state }) => getDeliveriesPoll(state.data),
  })

export const reportTemplatesQuery = queryOptions({
  queryKey: [...reportKeys.templates, 'list'],
  queryFn: ({ signal }): Promise<readonly ReportTemplate[]> =>
    collectPages(
      client.pages(
        'list_report_templates',
        { query: { sort: ['name'], embed: ['owner.name', 'permissions'] } },
        { signal, size: 1000 },
      ),
    ),
})

export const reportTemplateQuery = (id: number) =>
  queryOptions({
    queryKey: [...reportKeys.templates, 'one', id],
    queryFn: ({ signal }) =>
      client.call('read_report_template', { path: { _id: id }, query: { embed: ['permissions'] } }, { signal }),
  })

interface DictionaryEntry {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

const dictionaries = {
  sections: 'list_dictionaries_report_sections',
  attachments: 'list_dictionaries_report_attachment_types',
  plans: 'list_dictionaries_reporting_plans',
  variables: 'list_dictionaries_report_template_variables',
} as const

const dictionaryQuery = (name: keyof typeof dictionaries, language: ScreenLanguage) =>
  queryOptions({
    queryKey: ['report_dictionaries', name, language],
    queryFn: ({ signal }): Promise<readonly DictionaryEntry[]> =>
      client.call(dictionaries[name], { query: { limit: 1000 } }, { signal }),
    ...dictionaryCacheOptions,
  })

const noEntries: readonly DictionaryEntry[] = []

/** The entries of a dictionary of reports, in the user's language. */
export function useReportDictionary(name: keyof typeof dictionaries): readonly DictionaryEntry[] {
  const { language } = useI18n()
  return useQuery(dictionaryQuery(name, language)).data ?? noEntries
}
