import type { AnyResource, Registry } from '@wachta/resource'
import type { Expectation } from './expectation.ts'
import { checkSearch } from './search-expectation.ts'
import { findSearchedName } from './searches.ts'

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
export function checkSearchQuery(
  parameters: ReadonlyMap<string, readonly string[]>,
  resource: AnyResource,
  registry: Registry,
): Expectation {
  const request: Record<string, unknown> = {}
  const filters: [string, unknown[]][] = []
  for (const [name, values] of parameters) {
    const [text = '', ...more] = values
    if (name.startsWith('filter.')) {
      const filteredName = name.slice('filter.'.length)
      const kind = findSearchedName(filteredName, resource, registry)?.kind
      filters.push([filteredName, values.map((value) => parseFilter(kind, value))])
      continue
    }
    // It is up to the server whether two parameters of the same name form one list.
    if (more.length > 0 && (name === 'fields' || name === 'embed')) return 'unsure'
    if (/^\d{16}$/.test(text)) return 'unsure'
    request[name] = more.length > 0 ? values : parseMember(name, text)
  }
  return checkSearch(
    { ...request, ...(filters.length > 0 && { filters: Object.fromEntries(filters) }) },
    resource,
    registry,
  )
}

function parseMember(name: string, text: string): unknown {
  const names = text === '' ? [] : text.split(',')
  if (name === 'fields' || name === 'embed') return names
  if (name === 'sort') return names.map((part) => ({ field: part.replace(/^-/, '') }))
  return (name === 'limit' || name === 'offset') && /^\d+$/.test(text) ? Number(text) : text
}

function parseFilter(kind: string | undefined, value: string): unknown {
  const colon = value.indexOf(':')
  const type = filterTypes.find((name) => name === value.slice(0, Math.max(0, colon)))
  const text = type ? value.slice(colon + 1) : value
  if (type === 'is_null') return { type, argument: parseScalar('flag', text) }
  if (type === 'one_of') return { type, argument: text.split(',').map((part) => parseScalar(kind, part)) }
  return { type: type ?? 'equals', argument: parseScalar(kind, text) }
}

function parseScalar(kind: string | undefined, text: string): unknown {
  if (kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text
  if (kind === 'decimal') return /^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : text
  return (kind === 'id' || kind === 'number') && /^-?\d{1,16}$/.test(text) ? Number(text) : text
}
