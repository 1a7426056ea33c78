import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '../../app/client/client.ts'
import { type RangeName, rangeSeconds } from '../../app/client/ranges.ts'
import { toWireTime } from '../../app/client/wire-time.ts'
import { findNames } from './names.ts'

export interface AuditSearch {
  /** The account whose log is shown. */
  readonly account: string
  readonly query: string
  /** The author of the changes; empty for all. */
  readonly actor: string
  readonly range: RangeName | 'all'
  readonly page: number
}

export const auditPageSize = 50

/** Entries of the audit log with the names of their authors and objects, as far as the user may see them. */
export const auditQuery = ({ account, query, actor, range, page }: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', account, query, actor, range, page],
    queryFn: async ({ signal }) => {
      const requestQuery = {
        sort: ['-time', '-sequence'],
        limit: auditPageSize,
        offset: page * auditPageSize,
        ...(query !== '' && { query }),
        ...(actor !== '' && { 'filter.actor_id': actor }),
        ...(range !== 'all' && {
          'filter.time': `not_lower_than:${toWireTime(Math.floor(Date.now() / 60_000) * 60_000 - rangeSeconds[range] * 1000)}`,
        }),
      }
      const found = await client.list(
        'list_account_audits',
        { path: { _account_id: account }, query: requestQuery },
        { signal, count: 'bounded' },
      )
      const ids = [...new Set(found.items.flatMap(({ actor_id }) => actor_id ?? []))]
      const [actors, names] = await Promise.all([loadNames(ids, signal), findNames(found.items, signal)])
      return { ...found, actors, names }
    },
    placeholderData: keepPreviousData,
  })

async function loadNames(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await client.call(
    'search_accounts',
    { body: { fields: ['id', 'name'], filters: { id: [{ type: 'one_of', argument: ids }] }, limit: 1000 } },
    { signal },
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
