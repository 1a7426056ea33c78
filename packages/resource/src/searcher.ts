import type { Call, Registry } from './resource.ts'
import { buildReadStatement, buildSearchStatement, findConstantArgument, type Query } from './search.ts'
import { maxCounted, splitQueryWords } from './search-request.ts'
import { bind, type CompiledStatement, mergeParameters } from './statement.ts'

/** The size of the cache of statements; the least recently used statement is removed first. */
const maxCachedStatements = 1000

export interface SearchPage {
  /** The rows as a JSON array. */
  readonly rows: string
  readonly total: number
  /** Whether the count was bounded and there are more rows than `total`. */
  readonly hasMoreRows?: boolean
}

export type SearchQuery = Omit<Query, 'registry' | 'caller'> & { readonly keys?: readonly (string | number)[] }

export interface Searcher {
  readonly registry: Registry
  search(query: SearchQuery, call: Call): Promise<SearchPage>
  /** Reads a row as JSON text; undefined if it does not exist or the caller may not read it. */
  read(query: SearchQuery, call: Call): Promise<string | undefined>
}

/** Creates a searcher. It builds SQL once per shape of request, and frequent shapes are prepared. */
export function createSearcher(registry: Registry): Searcher {
  const statements = new Map<string, CompiledStatement>()

  async function run<T>(build: typeof buildSearchStatement, query: SearchQuery, { caller, db }: Call): Promise<T[]> {
    const cacheKey = [
      build.name,
      query.resource.name,
      query.within?.cacheKey,
      query.isCountBounded,
      caller.scope,
      caller.readOnly,
      caller.observerId !== undefined,
      caller.role,
      caller.limits && [(caller.limits.groupIds ?? null) === null, caller.limits.cacheKey],
      ...getRequestShape(query),
    ].join('\n')
    const statement = statements.get(cacheKey) ?? mergeParameters(db.compile(build({ ...query, registry, caller })))
    statements.delete(cacheKey)
    statements.set(cacheKey, statement)
    if (statements.size > maxCachedStatements) statements.delete(statements.keys().next().value ?? '')
    const bound = bind(statement, { caller, request: query.request, keys: query.keys ?? [] })
    return db.run<T>({ ...bound, isPrepared: true })
  }

  return {
    registry,
    async search(query, call) {
      const [page = { rows: '[]', total: 0 }] = await run<SearchPage>(buildSearchStatement, query, call)
      const hasMoreRows = query.isCountBounded === true && page.total > maxCounted
      return hasMoreRows ? { rows: page.rows, total: maxCounted, hasMoreRows } : page
    },
    async read(query, call) {
      const [found] = await run<{ row: string }>(buildReadStatement, query, call)
      return found?.row
    },
  }
}

/** Returns the parts of a request that determine the SQL text, without the values that are only bound. */
function getRequestShape({ resource, request }: SearchQuery): unknown[] {
  const { fields, embed, filters = {}, query, sort, limit } = request
  const filtered = Object.entries(filters).map(([name, elements]) => [
    name,
    elements.map((element) => [element.type, findConstantArgument(resource, name, element)]),
  ])
  return [fields, embed, filtered, splitQueryWords(query).length, sort, limit].map((part) => JSON.stringify(part))
}
