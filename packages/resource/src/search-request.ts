import type { Violation } from './api-error.ts'
import {
  argumentViolation,
  type FilterKind,
  type FilterType,
  filterKinds,
  filterTypes,
  isFilterType,
  maximumArguments,
  readArgument,
} from './filters.ts'
import type { AnyResource, Registry } from './resource.ts'

/** The resource that is searched, and the others that its names may lead to. */
export interface Searchable {
  readonly resource: AnyResource
  readonly registry: Registry
}

export const defaultLimit = 10
export const maximumLimit = 1000
export const maximumFilters = 32
const maximumQueryWords = 16

export const queryWords = (query: string | undefined): string[] => query?.split(/\s+/).filter(Boolean) ?? []

/** Writes short filters out, so that `"name": ["x"]` is checked as `"name": [{"type": "equals", "argument": "x"}]`. */
export function writtenOut(body: unknown): unknown {
  if (!isObject(body) || !isObject(body['filters'])) return body
  const filters = Object.entries(body['filters']).map(([name, elements]) => [
    name,
    Array.isArray(elements)
      ? elements.map((item) => (isObject(item) ? item : { type: 'equals', argument: item }))
      : elements,
  ])
  return { ...body, filters: Object.fromEntries(filters) }
}

/**
 * What a schema cannot say: which arguments a filter takes, and how many words a query may have. The request need not
 * have passed its schema: what is malformed is reported there, and everything else here, in the same answer.
 */
export function searchViolations(searchable: Searchable, request: unknown, at: string): Violation[] {
  const { filters, query } = isObject(request) ? request : {}
  const violations = Object.entries(isObject(filters) ? filters : {}).flatMap(([name, elements]) => {
    const kind = searchedKind(name, searchable)
    return kind && Array.isArray(elements) ? argumentViolations(elements, kind, `${at}.filters.${name}`) : []
  })
  if (typeof query === 'string' && queryWords(query).length > maximumQueryWords)
    violations.push({ symbol: 'too_many_items', field: `${at}.query`, params: { limit: maximumQueryWords } })
  return violations
}

function argumentViolations(elements: readonly unknown[], kind: FilterKind, at: string): Violation[] {
  // How many there may be is for the schema to say; past that they are not looked at one by one.
  return elements.slice(0, maximumFilters).flatMap((element, index) => {
    if (!isObject(element) || !filterTypes(kind, true).includes(element['type'] as FilterType)) return []
    const symbol = argumentViolation(kind, element['type'] as FilterType, element['argument'])
    const params = { expected: kind, limit: maximumArguments }
    return symbol ? [{ symbol, field: `${at}.${index}.argument`, params }] : []
  })
}

/** The kind of what a name in filters or sort stands for. */
export function searched(name: string, { resource, registry }: Searchable): { kind: FilterKind; nullable: boolean } {
  const [head = '', tail] = name.split('.', 2)
  if (tail === undefined) return resource.fields[head]
  if (head === 'permissions') return { kind: 'flag', nullable: false }
  const relation = resource.relations?.[head]
  if (!relation) throw new Error(`${resource.name} has no relation ${head}`)
  // A related row may be hidden or absent, so whatever is said of it may be null.
  return { kind: registry.get(relation.target).fields[tail].kind, nullable: true }
}

type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>

/** Reads the query string of a list into the request that a search would carry. */
export function readQueryString(query: QueryString, searchable: Searchable): unknown {
  // Entries and not assignments: a name from outside may be `__proto__`.
  const request: [string, unknown][] = []
  const filters: [string, unknown][] = []
  for (const [name, value] of Object.entries(query)) {
    const values = typeof value === 'string' ? [value] : (value ?? [])
    if (name.startsWith('filter.')) {
      const filtered = name.slice('filter.'.length)
      const kind = searchedKind(filtered, searchable)
      filters.push([filtered, values.map((text) => readFilter(kind, text))])
    } else request.push([name, values.length === 1 ? readMember(name, values[0] ?? '') : values])
  }
  // A parameter that is really called `filters` stays, and is rejected.
  if (filters.length > 0 && !Object.hasOwn(query, 'filters')) request.push(['filters', Object.fromEntries(filters)])
  return Object.fromEntries(request)
}

function readMember(name: string, text: string): unknown {
  if (name === 'fields' || name === 'embed') return list(text)
  if (name === 'sort') return list(text).map(readSort)
  if (name === 'limit' || name === 'offset') return /^\d{1,15}$/.test(text) ? Number(text) : text
  return text
}

const list = (text: string): string[] => (text === '' ? [] : text.split(','))

const readSort = (text: string) =>
  text.startsWith('-') ? { field: text.slice(1), order: 'descending' } : { field: text, order: 'ascending' }

function readFilter(kind: FilterKind | undefined, text: string): unknown {
  const colon = text.indexOf(':')
  const prefix = text.slice(0, Math.max(colon, 0))
  const type = isFilterType(prefix) ? prefix : 'equals'
  const argument = isFilterType(prefix) ? text.slice(colon + 1) : text
  return { type, argument: kind ? readArgument(kind, type, argument) : argument }
}

/** An unknown name has no kind here; the closed schema rejects it a moment later. */
function searchedKind(name: string, searchable: Searchable): FilterKind | undefined {
  const { resource } = searchable
  const [head = '', tail] = name.split('.', 2)
  const known =
    tail === undefined ? Object.hasOwn(resource.fields, head) : head === 'permissions' || resource.paths?.includes(name)
  const kind = known ? searched(name, searchable).kind : undefined
  return kind !== undefined && filterKinds.includes(kind) ? kind : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
