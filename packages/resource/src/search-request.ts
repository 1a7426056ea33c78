import type { Violation } from './api-error.ts'
import {
  type FilterKind,
  type FilterType,
  filterKinds,
  findArgumentViolation,
  isFilterType,
  listFilterTypes,
  maxArguments,
  parseArgument,
} from './filters.ts'
import type { AnyResource, Registry } from './resource.ts'

/** The searched resource, and the registry with its related resources. */
export interface Searchable {
  readonly resource: AnyResource
  readonly registry: Registry
}

export const defaultLimit = 10
export const maxLimit = 1000
/** Rows are counted up to this number if the caller prefers a bounded count. */
export const maxCounted = 10_000
export const maxFilters = 32
const maxQueryWords = 16

export const splitQueryWords = (query: string | undefined): string[] => query?.split(/\s+/).filter(Boolean) ?? []

/** Expands short filters: `"name": ["x"]` becomes `"name": [{"type": "equals", "argument": "x"}]`. */
export function toCanonicalSearch(body: unknown): unknown {
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
 * Finds violations that the schema cannot express: wrong filter arguments, and too many words in the query. The request
 * may also violate its schema; malformed parts are skipped here, because the schema reports them in the same answer.
 */
export function findSearchViolations(searchable: Searchable, request: unknown, fieldPath: string): Violation[] {
  const { filters, query } = isObject(request) ? request : {}
  const violations = Object.entries(isObject(filters) ? filters : {}).flatMap(([name, elements]) => {
    const kind = findSearchedKind(name, searchable)
    return kind && Array.isArray(elements) ? findArgumentViolations(elements, kind, `${fieldPath}.filters.${name}`) : []
  })
  if (typeof query === 'string' && splitQueryWords(query).length > maxQueryWords)
    violations.push({ symbol: 'too_many_items', field: `${fieldPath}.query`, params: { limit: maxQueryWords } })
  return violations
}

function findArgumentViolations(elements: readonly unknown[], kind: FilterKind, fieldPath: string): Violation[] {
  // The schema reports too many filters; only the allowed number is checked here.
  return elements.slice(0, maxFilters).flatMap((element, index) => {
    if (!isObject(element) || !listFilterTypes(kind, true).includes(element['type'] as FilterType)) return []
    const symbol = findArgumentViolation(kind, element['type'] as FilterType, element['argument'])
    const params = { expected: kind, limit: maxArguments }
    return symbol ? [{ symbol, field: `${fieldPath}.${index}.argument`, params }] : []
  })
}

/** Returns the kind of the field or permission that a name in filters or sort refers to. */
export function findSearchedField(
  name: string,
  { resource, registry }: Searchable,
): { kind: FilterKind; nullable: boolean } {
  const [head = '', tail] = name.split('.', 2)
  if (tail === undefined) return resource.fields[head]
  if (head === 'permissions') return { kind: 'flag', nullable: false }
  const relation = resource.relations?.[head]
  if (!relation) throw new Error(`${resource.name} has no relation ${head}`)
  // A related row may be missing or not readable, so its fields can be null.
  return { kind: registry.get(relation.target).fields[tail].kind, nullable: true }
}

type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>

/** Converts the query string of a list to a search request. */
export function readQueryString(query: QueryString, searchable: Searchable): unknown {
  // Collected as entries, because assigning to a name such as `__proto__` would be unsafe.
  const request: [string, unknown][] = []
  const filters: [string, unknown][] = []
  for (const [name, value] of Object.entries(query)) {
    const values = typeof value === 'string' ? [value] : (value ?? [])
    if (name.startsWith('filter.')) {
      const fieldName = name.slice('filter.'.length)
      const kind = findSearchedKind(fieldName, searchable)
      filters.push([fieldName, values.map((text) => parseFilter(kind, text))])
    } else request.push([name, values.length === 1 ? parseMember(name, values[0] ?? '') : values])
  }
  // A parameter named `filters` must not be overwritten, so that it is rejected.
  if (filters.length > 0 && !Object.hasOwn(query, 'filters')) request.push(['filters', Object.fromEntries(filters)])
  return Object.fromEntries(request)
}

function parseMember(name: string, text: string): unknown {
  if (name === 'fields' || name === 'embed') return splitList(text)
  if (name === 'sort') return splitList(text).map(parseSort)
  if (name === 'limit' || name === 'offset') return /^\d{1,15}$/.test(text) ? Number(text) : text
  return text
}

const splitList = (text: string): string[] => (text === '' ? [] : text.split(','))

const parseSort = (text: string) =>
  text.startsWith('-') ? { field: text.slice(1), order: 'descending' } : { field: text, order: 'ascending' }

function parseFilter(kind: FilterKind | undefined, text: string): unknown {
  const colon = text.indexOf(':')
  const prefix = text.slice(0, Math.max(colon, 0))
  const type = isFilterType(prefix) ? prefix : 'equals'
  const argument = isFilterType(prefix) ? text.slice(colon + 1) : text
  return { type, argument: kind ? parseArgument(kind, type, argument) : argument }
}

/** Returns the kind of a name; undefined if it is unknown, which the schema reports. */
function findSearchedKind(name: string, searchable: Searchable): FilterKind | undefined {
  const { resource } = searchable
  const [head = '', tail] = name.split('.', 2)
  const known =
    tail === undefined ? Object.hasOwn(resource.fields, head) : head === 'permissions' || resource.paths?.includes(name)
  const kind = known ? findSearchedField(name, searchable).kind : undefined
  return kind !== undefined && filterKinds.includes(kind) ? kind : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
