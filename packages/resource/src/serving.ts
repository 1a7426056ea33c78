import { sql } from 'kysely'
import { Type } from 'typebox'
import { reject, rejectAny } from './api-error.ts'
import { listFilterTypes } from './filters.ts'
import { getSearchNames } from './names.ts'
import type { Operation, QueryParameter } from './operation.ts'
import type { OperationAnswer } from './outcome.ts'
import type { AnyResource, Call, ResourceOperation } from './resource.ts'
import { buildResourceSchemas, type ResourceSchemas } from './schemas.ts'
import type { RowCondition } from './search.ts'
import { findSearchedField, findSearchViolations, readQueryString, type Searchable } from './search-request.ts'
import type { SearchRequest } from './search-types.ts'
import type { Searcher, SearchQuery } from './searcher.ts'
import { parameter } from './statement.ts'
import { compileSchema, type Validate } from './validate.ts'

/** The shared parts of all operations of one resource. */
export interface ResourceParts extends Searchable {
  readonly searcher: Searcher
  readonly schemas: ResourceSchemas
  readonly validate: Validate
  readonly path: string
  /** The path of one row. */
  readonly item: string
  readonly tag: string
  readonly title: string
  readonly access: (kind: ResourceOperation) => Operation['access']
}

/** The preference that a caller states in `Prefer`. */
export const boundedCount = 'count=bounded'

const partsCache = new WeakMap<Searcher, Map<string, ResourceParts>>()

/** Returns the parts of a resource; they are cached, so that its schemas are compiled only once. */
export function compileParts(resource: AnyResource, searcher: Searcher): ResourceParts {
  const searcherParts = partsCache.get(searcher) ?? new Map<string, ResourceParts>()
  partsCache.set(searcher, searcherParts)
  const parts = searcherParts.get(resource.name) ?? makeParts(resource, searcher)
  searcherParts.set(resource.name, parts)
  return parts
}

function makeParts(resource: AnyResource, searcher: Searcher): ResourceParts {
  const { serve } = resource
  const schemas = buildResourceSchemas(resource, searcher.registry)
  return {
    resource,
    registry: searcher.registry,
    searcher,
    schemas,
    validate: compileSchema(schemas.search.schema),
    path: serve?.path ?? '',
    item: serve?.item ?? `${serve?.path}/{_id}`,
    tag: serve?.tag ?? '',
    title: resource.title ?? resource.name.replaceAll('_', ' '),
    access: (kind) => (serve?.public?.includes(kind) ? 'public' : (serve?.scope ?? 'customer')),
  }
}

/** Parses and validates a query string; for one row, it cannot contain filters, sort or paging. */
export function parseQueryRequest(
  parts: ResourceParts,
  { query }: Pick<Call, 'query'>,
  kind: 'list' | 'one',
): SearchRequest {
  const request = readQueryString(query, parts)
  const disallowed = Object.keys(query).filter((name) => kind === 'one' && name !== 'fields' && name !== 'embed')
  rejectAny([
    ...parts.validate(request, 'query'),
    ...findSearchViolations(parts, request, 'query'),
    ...disallowed.map((name) => ({ symbol: 'unknown_field', field: `query.${name}` })),
  ])
  return request as SearchRequest
}

/** Answers with a page of a search. The total is bounded for a caller that prefers this (RFC 7240). */
export async function answerPage(searcher: Searcher, query: SearchQuery, call: Call): Promise<OperationAnswer> {
  const isCountBounded = call.request.prefersBoundedCount === true
  const { rows, total, hasMoreRows } = await searcher.search({ ...query, isCountBounded }, call)
  const preferenceHeader = hasMoreRows && { 'preference-applied': boundedCount }
  return { text: rows, headers: { 'x-total-count': String(total), ...preferenceHeader } }
}

export const toRowAnswer = (text: string | undefined): OperationAnswer =>
  text === undefined ? reject('not_found') : { text }

/** Refers to the key in the path inside a statement. */
export const pathKey = parameter(({ keys }) => keys[0])

export const matchKey = (resource: AnyResource): RowCondition => ({
  cacheKey: 'by key',
  condition: (row) =>
    sql<boolean>`${sql.join(
      resource.keys.map((name, index) => sql`${row(name)} = ${parameter(({ keys }) => keys[index])}`),
      sql` and `,
    )}`,
})

type RowCall = Pick<Call, 'params' | 'caller'>

/** Parses the first key in the path, or resolves the alias of the caller's own row; rejects malformed keys with 404. */
export function parseKey(resource: AnyResource, { params, caller }: RowCall): string | number {
  const [text = ''] = Object.values(params)
  if (resource.alias?.[0] === text) return caller[resource.alias[1]] ?? reject('not_found')
  return parseKeyValue(resource, resource.key, text)
}

/** Parses all key columns in the path. */
export function parseKeys(resource: AnyResource, { params, caller }: RowCall): (string | number)[] {
  const [, ...others] = Object.values(params)
  return resource.keys.map((name, index) =>
    index === 0 ? parseKey(resource, { params, caller }) : parseKeyValue(resource, name, others[index - 1] ?? ''),
  )
}

function parseKeyValue(resource: AnyResource, name: string, text: string): string | number {
  if (resource.fields[name]?.kind === 'key') return /^[A-Za-z0-9_]{1,256}$/.test(text) ? text : reject('not_found')
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : reject('not_found')
}

/** Returns the plural name of the resource in ids of operations. */
export const getPluralName = ({ serve, name }: AnyResource): string =>
  serve && !serve.item?.includes('}/') ? serve.path.slice(1).replaceAll('/', '_') : `${name}s`

export const rowParameters: readonly QueryParameter[] = [
  { name: 'fields', schema: Type.String(), description: 'Fields to return, separated by commas; all unless given.' },
  { name: 'embed', schema: Type.String(), description: 'Related objects to add, separated by commas.' },
]

const pageParameters: readonly QueryParameter[] = [
  ...rowParameters,
  { name: 'query', schema: Type.String(), description: 'Free text: every word must occur.' },
  {
    name: 'sort',
    schema: Type.String(),
    description: 'Fields to sort by, separated by commas; a leading `-` sorts in descending order.',
  },
  {
    name: 'limit',
    schema: Type.Integer({ minimum: 0, maximum: 1000, default: 10 }),
    description: 'The maximum number of records to return.',
  },
  { name: 'offset', schema: Type.Integer({ minimum: 0, default: 0 }), description: 'The number of records to skip.' },
]

/** The query parameters of a list: paging, and `filter.name=contains:word`, which can be repeated. */
export function listParameters({ resource, registry }: ResourceParts): QueryParameter[] {
  const filters = getSearchNames(resource, registry).filters.map((name) => {
    const { kind, nullable } = findSearchedField(name, { resource, registry })
    const types = listFilterTypes(kind, nullable).join(', ')
    return {
      name: `filter.${name}`,
      schema: Type.String(),
      description: `A value, or type:value with one of ${types}.`,
    }
  })
  return [...pageParameters, ...filters]
}
