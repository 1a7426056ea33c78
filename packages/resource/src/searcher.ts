import type { Call, Registry } from './resource.ts'
import { findConstant, type Query, readStatement, searchStatement } from './search.ts'
import { maxCounted, queryWords } from './search-request.ts'
import { bind, type CompiledStatement, mergeParameters } from './statement.ts'

/** The size of the cache of statements; the least recently used one is removed first. */
const maxRemembered = 1000

export interface SearchPage {
  /** The rows as a JSON array. */
  readonly rows: string
  readonly total: number
  /** Whether the count was bounded and there are more rows than `total`. */
  readonly isMore?: boolean
}

export type SearchQuery = Omit<Query, 'registry' | 'caller'> & { readonly keys?: readonly (string | number)[] }

export interface Searcher {
  readonly registry: Registry
  search(asked: SearchQuery, call: Call): Promise<SearchPage>
  /** Reads a row as JSON text; undefined if it does not exist or the caller may not read it. */
  read(asked: SearchQuery, call: Call): Promise<string | undefined>
}

/** Creates a searcher. It builds SQL once per shape of request, and frequent shapes are prepared. */
export function createSearcher(registry: Registry): Searcher {
  const remembered = new Map<string, CompiledStatement>()

  async function run<T>(build: typeof searchStatement, asked: SearchQuery, { caller, db }: Call): Promise<T[]> {
    const shape = [
      build.name,
      asked.resource.name,
      asked.within?.shape,
      asked.isCountBounded,
      caller.scope,
      caller.readOnly,
      caller.observerId !== undefined,
      caller.role,
      caller.limits && [(caller.limits.groupIds ?? null) === null, caller.limits.shape],
      ...requestShape(asked),
    ].join('\n')
    const found = remembered.get(shape) ?? mergeParameters(db.compile(build({ ...asked, registry, caller })))
    remembered.delete(shape)
    remembered.set(shape, found)
    if (remembered.size > maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
    const bound = bind(found, { caller, request: asked.request, keys: asked.keys ?? [] })
    return db.run<T>({ ...bound, isPrepared: true })
  }

  return {
    registry,
    async search(asked, call) {
      const [page = { rows: '[]', total: 0 }] = await run<SearchPage>(searchStatement, asked, call)
      const isMore = asked.isCountBounded === true && page.total > maxCounted
      return isMore ? { rows: page.rows, total: maxCounted, isMore } : page
    },
    async read(asked, call) {
      const [found] = await run<{ row: string }>(readStatement, asked, call)
      return found?.row
    },
  }
}

/** Returns the parts of a request that determine the SQL text, without the values that are only bound. */
function requestShape({ resource, request }: SearchQuery): unknown[] {
  const { fields, embed, filters = {}, query, sort, limit } = request
  const filtered = Object.entries(filters).map(([name, elements]) => [
    name,
    elements.map((element) => [element.type, findConstant(resource, name, element)]),
  ])
  return [fields, embed, filtered, queryWords(query).length, sort, limit].map((part) => JSON.stringify(part))
}
