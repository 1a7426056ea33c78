import { type AnyResource, getSearchNames, type Registry, type SearchRequest } from '@wachta/resource'
import { getIdentifierFields } from './rows.ts'
import type { SandboxRequest } from './sandbox.ts'

/** One way of querying a list. If it has several requests, each returns a part, and together they return the whole. */
export interface ListQuery {
  readonly label: string
  readonly requests: readonly SearchRequest[]
  /**
   * What the responses must contain: all that the caller may read, a part of it, nothing, only a number, or an error.
   */
  readonly shows: 'whole' | 'part' | 'nothing' | 'number' | 'refusal'
  /** The name that is embedded. */
  readonly embed?: string
}

type Filter = NonNullable<SearchRequest['filters']>[string][number]

/** Returns every query that the names of a resource allow, and some that must be rejected. */
export function buildListQueries(resource: AnyResource, registry: Registry, hidden: readonly string[]): ListQuery[] {
  const names = getSearchNames(resource, registry)
  const createWholeQuery = (label: string, ...requests: SearchRequest[]): ListQuery => ({
    label,
    requests,
    shows: 'whole',
  })
  return [
    createWholeQuery('plain', {}),
    { label: 'limit 0', requests: [{ limit: 0 }], shows: 'number' },
    ...(resource.query?.length ? [{ label: 'query', requests: [{ query: 'zq' }], shows: 'part' as const }] : []),
    ...hidden.map((word) => ({ label: `query ${word}`, requests: [{ query: word }], shows: 'nothing' as const })),
    ...names.filters.map((name) =>
      createWholeQuery(
        `filter ${name}`,
        ...splitIntoFilters(getFieldKind(name)).map((part) => createFilterRequest(name, part)),
      ),
    ),
    ...names.filters
      .filter((name) => getFieldKind(name).kind === 'text')
      .map((name) => ({ label: `filter ${name} contains`, requests: createTextFilters(name), shows: 'part' as const })),
    ...names.sorts.map((field) => createWholeQuery(`sort ${field}`, { sort: [{ field }] })),
    ...names.sorts.map((field) => createWholeQuery(`sort -${field}`, { sort: [{ field, order: 'descending' }] })),
    ...names.embeds.map((embed) => ({ ...createWholeQuery(`embed ${embed}`, { embed: [embed] }), embed })),
    ...names.fields.map((field) =>
      createWholeQuery(`fields ${field}`, { fields: [...new Set([...getIdentifierFields(resource.name), field])] }),
    ),
    ...names.embeds.filter((name) => name.includes('.') && !names.sorts.includes(name)).flatMap(listHiddenNameQueries),
  ]

  function getFieldKind(name: string): { kind: string; nullable: boolean } {
    const [head = '', tail] = name.split('.')
    if (tail === undefined) return resource.fields[head]
    if (head === 'permissions') return { kind: 'flag', nullable: false }
    return { kind: registry.get(resource.relations?.[head]?.target ?? '').fields[tail].kind, nullable: true }
  }
}

const createFilterRequest = (name: string, filter: Filter): SearchRequest => ({ filters: { [name]: [filter] } })

const createTextFilters = (name: string): SearchRequest[] =>
  (['contains', 'starts_with'] as const).map((type) => createFilterRequest(name, { type, argument: 'zq' }))

/** Names of related rows that filters and sorts do not accept: they would bypass the right to read those rows. */
const listHiddenNameQueries = (name: string): ListQuery[] => [
  { label: `sort ${name}`, requests: [{ sort: [{ field: name }] }], shows: 'refusal' },
  {
    label: `filter ${name}`,
    requests: [createFilterRequest(name, { type: 'is_null', argument: false })],
    shows: 'refusal',
  },
]

const pivots: Readonly<Record<string, unknown>> = {
  text: 'zq',
  key: 'en',
  id: 1,
  number: 10,
  decimal: 10,
  time: '2020-01-01T00:00:00Z',
}

/** Returns filters that split the rows: each row matches exactly one. */
function splitIntoFilters({ kind, nullable }: { kind: string; nullable: boolean }): Filter[] {
  const nulls: Filter[] = nullable ? [{ type: 'is_null', argument: true }] : []
  if (kind === 'flag') return [{ type: 'equals', argument: true }, { type: 'equals', argument: false }, ...nulls]
  const argument = pivots[kind]
  if (kind === 'number' || kind === 'decimal' || kind === 'time')
    return [{ type: 'greater_than', argument }, { type: 'not_greater_than', argument }, ...nulls]
  return [
    { type: 'equals', argument },
    { type: 'not_equals', argument },
  ]
}

/** Converts a query to a request: a body for a search, a query string for a list. */
export function toRequest(method: string, path: string, request: SearchRequest): SandboxRequest {
  const bounded = { limit: 1000, ...request }
  if (method === 'POST') return { method, path, body: bounded }
  const { fields, embed, filters = {}, sort, ...rest } = bounded
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) query.set(name, String(value))
  if (fields) query.set('fields', fields.join(','))
  if (embed) query.set('embed', embed.join(','))
  if (sort) query.set('sort', sort.map(({ field, order }) => (order === 'descending' ? `-${field}` : field)).join(','))
  for (const [name, elements] of Object.entries(filters))
    for (const { type, argument } of elements) query.append(`filter.${name}`, `${type}:${argument}`)
  return { method, path: `${path}?${query}` }
}
