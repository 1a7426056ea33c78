import type { AnyResource, Registry } from '@wachta/resource'
import type { Expectation } from './expectation.ts'
import { searchExpectation } from './search-expectation.ts'
import { searchedName } from './searches.ts'

const filterTypes = [
  'equals',
  'not_equals',
  'one_of',
  'greater_than',
  'lower_than',
  'not_greater_than',
  'not_lower_than',
  'contains',
  'starts_with',
  'is_null',
]

/** Returns the expectation of a list's query string, which is a search in another syntax. */
export function queriedSearch(
  given: ReadonlyMap<string, readonly string[]>,
  resource: AnyResource,
  registry: Registry,
): Expectation {
  const request: Record<string, unknown> = {}
  const filters: [string, unknown[]][] = []
  for (const [name, values] of given) {
    const [text = '', ...more] = values
    if (name.startsWith('filter.')) {
      const filtered = name.slice('filter.'.length)
      const kind = searchedName(filtered, resource, registry)?.kind
      filters.push([filtered, values.map((value) => filter(kind, value))])
      continue
    }
    // The server decides whether a list in two parameters is one list.
    if (more.length > 0 && (name === 'fields' || name === 'embed')) return 'unsure'
    if (/^\d{16}$/.test(text)) return 'unsure'
    request[name] = more.length > 0 ? values : member(name, text)
  }
  return searchExpectation(
    { ...request, ...(filters.length > 0 && { filters: Object.fromEntries(filters) }) },
    resource,
    registry,
  )
}

function member(name: string, text: string): unknown {
  const listed = text === '' ? [] : text.split(',')
  if (name === 'fields' || name === 'embed') return listed
  if (name === 'sort') return listed.map((part) => ({ field: part.replace(/^-/, '') }))
  return (name === 'limit' || name === 'offset') && /^\d+$/.test(text) ? Number(text) : text
}

function filter(kind: string | undefined, value: string): unknown {
  const colon = value.indexOf(':')
  const type = filterTypes.find((name) => name === value.slice(0, Math.max(0, colon)))
  const text = type ? value.slice(colon + 1) : value
  if (type === 'is_null') return { type, argument: scalar('flag', text) }
  if (type === 'one_of') return { type, argument: text.split(',').map((part) => scalar(kind, part)) }
  return { type: type ?? 'equals', argument: scalar(kind, text) }
}

function scalar(kind: string | undefined, text: string): unknown {
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text
  if (kind === 'decimal') return /^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : text
  return (kind === 'id' || kind === 'number') && /^-?\d{1,16}$/.test(text) ? Number(text) : text
}
