import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CorrectionStatus, collectPages } from '@wachta/client'
import { client } from '../../app/client/client.ts'
import { createQueue } from '../../app/client/queue.ts'
import type { RangeName } from '../../app/client/ranges.ts'
import { rangeSeconds } from '../../app/client/ranges.ts'
import { serviceKeys } from '../../app/client/service-keys.ts'
import { toWireTime } from '../../app/client/wire-time.ts'

export const correctionKeys = { all: ['corrections'] } as const

export const correctionStatuses = ['ok', 'failure', 'paused'] as const satisfies readonly CorrectionStatus[]

export const correctionsPerPage = 25
/** The maximum number of services in one request of the API. */
export const maxCorrectedServices = 1000

/** Corrections of one service or of all, newest first. */
export const correctionsQuery = (service: number | null, page: number) =>
  queryOptions({
    queryKey: [...correctionKeys.all, service, page],
    queryFn: ({ signal }) =>
      client.list(
        'search_corrections',
        {
          body: {
            embed: ['service.name', 'permissions.delete', 'permissions.update'],
            sort: [
              { field: 'created_at', order: 'descending' },
              { field: 'id', order: 'descending' },
            ],
            ...(service !== null && { filters: { service_id: [{ type: 'equals', argument: service }] } }),
            limit: correctionsPerPage,
            offset: page * correctionsPerPage,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** The services whose record the user may correct. */
export const correctableQuery = queryOptions({
  queryKey: ['correctable'],
  queryFn: async ({ signal }) => {
    const body = {
      fields: ['id', 'name'] as const,
      sort: [{ field: 'name' as const }],
      filters: { 'permissions.create_corrections': [{ type: 'equals' as const, argument: true }] },
    }
    return collectPages(client.pages('search_services', { body }, { signal, size: 1000 }))
  },
  staleTime: 60_000,
})

/** The response times and status changes of a service. */
export const recordQuery = (service: number, range: RangeName) =>
  queryOptions({
    queryKey: [...serviceKeys.one(service), 'record to correct', range],
    queryFn: async ({ signal }) => {
      const now = Math.ceil(Date.now() / 60_000) * 60_000
      const query = { from: toWireTime(now - rangeSeconds[range] * 1000), to: toWireTime(now) }
      const path = { _id: service }
      const [all, changes] = await Promise.all([
        client.call('read_performance_river_chart', { path, query }, { signal }),
        client.call('list_status_changes', { path, query: { ...query, sort: '-start_time', limit: 1000 } }, { signal }),
      ])
      return { ...query, all, lines: [], changes }
    },
    placeholderData: keepPreviousData,
  })

const enqueue = createQueue(4)

/** The service level in [from, to); the API leaves out the future. */
export const levelQuery = (service: number, from: number, to: number) =>
  queryOptions({
    queryKey: [...serviceKeys.one(service), 'level', from, to],
    queryFn: ({ signal }) => {
      const query = { from: toWireTime(from), to: toWireTime(to) }
      return enqueue(() => client.call('read_service_level', { path: { _id: service }, query }, { signal }), signal)
    },
    staleTime: 60_000,
  })

/** The service level in [from, to) with a changed correction. */
export const effectQuery = (
  correction: number,
  range: { readonly start: number; readonly end: number },
  change: { readonly start: number; readonly end: number; readonly status: CorrectionStatus },
) =>
  queryOptions({
    queryKey: [...correctionKeys.all, 'effect', correction, range, change],
    queryFn: ({ signal }) => {
      const query = {
        from: toWireTime(range.start),
        to: toWireTime(range.end),
        start_time: toWireTime(change.start),
        end_time: toWireTime(change.end),
        status: change.status,
      }
      return client.call('read_correction_effect', { path: { _id: correction }, query }, { signal })
    },
    staleTime: 60_000,
  })

/** The authors of corrections by id, from the audit log. */
export const authorsQuery = (corrections: readonly number[]) =>
  queryOptions({
    queryKey: ['correction_authors', corrections],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, Author>> => {
      const entries = await client.call(
        'list_account_audits',
        {
          path: { _account_id: 'my_account' },
          query: {
            fields: ['object_id', 'actor_id', 'actor_scope', 'before'],
            'filter.resource': 'correction',
            'filter.object_id': `one_of:${corrections.join()}`,
            limit: 1000,
          },
        },
        { signal },
      )
      const creations = entries.filter(({ before }) => before === null)
      const names = await loadNames([...new Set(creations.map(({ actor_id }) => actor_id))], signal)
      return new Map(
        creations.map(({ object_id, actor_id, actor_scope }) => [
          Number(object_id),
          { name: names.get(actor_id) ?? null, isAdministrator: actor_scope === 'administrator' },
        ]),
      )
    },
    staleTime: 5 * 60_000,
  })

export interface Author {
  /** Null if the user may not see the account. */
  readonly name: string | null
  readonly isAdministrator: boolean
}

async function loadNames(ids: readonly (number | null)[], signal: AbortSignal): Promise<Map<number | null, string>> {
  const knownIds = ids.filter((id) => id !== null)
  if (knownIds.length === 0) return new Map()
  const accounts = await client.call(
    'search_accounts',
    { body: { fields: ['id', 'name'], filters: { id: [{ type: 'one_of', argument: knownIds }] }, limit: 1000 } },
    { signal },
  )
  return new Map(accounts.map(({ id, name }) => [id, name]))
}
