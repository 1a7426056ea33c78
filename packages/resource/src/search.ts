import { sql } from 'kysely'
import type { Caller } from './caller.ts'
import { buildCondition, contains } from './filters.ts'
import { type Bool, toCallerRef } from './permission.ts'
import type { AnyResource } from './resource.ts'
import {
  as,
  buildAccessCondition,
  buildShownCondition,
  type ResourceRow,
  rowRef,
  type Scope,
  type Sql,
  selectField,
  selectFlagValue,
  selectRelatedField,
  selectSent,
  table,
} from './row.ts'
import { defaultLimit, findSearchedField, maxCounted, type Searchable, splitQueryWords } from './search-request.ts'
import type { FilterElement, SearchRequest } from './search-types.ts'
import { parameter } from './statement.ts'

export interface Query extends Searchable {
  readonly request: SearchRequest
  readonly caller: Caller
  /** An additional condition, e.g. that the row belongs to the parent in the path. */
  readonly within?: RowCondition
  /** Whether it is enough to know that there are more than `maxCounted` rows. */
  readonly isCountBounded?: boolean
}

/** An additional condition on rows. */
export interface RowCondition {
  /** Identifies the condition in the cache of statements, together with the resource. */
  readonly cacheKey: string
  condition(row: ResourceRow): Bool
}

/**
 * Builds the statement of a search: it returns a page of the rows that the caller may read as JSON text, and their
 * total number. Rows are counted only if the total does not follow from the page itself.
 */
export function buildSearchStatement(query: Query): Sql {
  if (isTextSearch(query)) return buildTextSearchStatement(query)
  const { resource, request } = query
  const row = createSearchedRow(query)
  const where = sql.join(buildConditions(query, row), sql` and `)
  const { limit, offset } = buildPaging(request)
  const matching = sql`${table(resource)} as t where ${where}`
  const countedRows = query.isCountBounded ? sql`(select from ${matching} limit ${countLimit}) as counted` : matching
  return sql`with page as (
  select ${joinLines([...selectColumns(query, row), ...selectEmbeds(query, row)])}
  from ${table(resource)} as t
  where ${where}
  order by ${sql.join(buildOrder(query, row).map(toOrder))}
  limit ${limit} offset ${offset}
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < ${limit} and (count(*) > 0 or ${offset} = 0) then ${offset} + count(*)
    else (select count(*) from ${countedRows}) end as total
from page`
}

/**
 * Whether a search reads the texts of all rows that the caller may read. Only the searches of administrators use an
 * index to find words.
 */
const isTextSearch = ({ request, caller }: Query): boolean =>
  caller.scope !== 'administrator' && splitQueryWords(request.query).length > 0

/**
 * Builds the statement of a search that reads many texts: it reads each text only once, for both the page and the
 * total.
 */
function buildTextSearchStatement(query: Query): Sql {
  const { resource } = query
  const row = createSearchedRow(query)
  const { limit, offset } = buildPaging(query.request)
  const keys = resource.keys.map((key, index) => ({ column: row(key), name: `key_${index}` }))
  const sorts = buildOrder(query, row).map((sort, index) => ({ ...sort, name: `sort_${index}` }))
  const sorted = sql.join(sorts.map(({ name, isDescending }) => toOrder({ value: sql.ref(`m.${name}`), isDescending })))
  const keyConditions = keys.map(({ column, name }) => sql`${column} = ${sql.ref(`m.${name}`)}`)
  // The key may be unique only among the rows of the resource.
  if (resource.rows) keyConditions.push(resource.rows(row))
  return sql`with matching as materialized (
  select ${sql.join([...keys.map(({ column, name }) => as(column, name)), ...sorts.map(({ value, name }) => as(value, name))])}
  from ${table(resource)} as t
  where ${sql.join(buildConditions(query, row), sql` and `)}
), page as (
  select ${joinLines([...selectColumns(query, row), ...selectEmbeds(query, row)])}
  from (select * from matching as m order by ${sorted} limit ${limit} offset ${offset}) as m
  join ${table(resource)} as t on ${sql.join(keyConditions, sql` and `)}
  order by ${sorted}
)
select coalesce(json_agg(page), '[]')::text as rows, (select count(*) from matching) as total from page`
}

/** One row more than the maximum is counted, to detect that there are more rows. */
const countLimit = sql.raw(String(maxCounted + 1))

const buildPaging = ({ limit }: SearchRequest): { limit: Sql; offset: Sql } => ({
  limit: sql.raw(String(limit ?? defaultLimit)),
  offset: sql`${parameter((input) => input.request.offset ?? 0)}::bigint`,
})

/** Builds the statement that reads one row as JSON text; it returns no row if the caller may not read it. */
export function buildReadStatement(query: Query): Sql {
  const row = createSearchedRow(query)
  return sql`select row_to_json(page)::text as row from (
  select ${joinLines([...selectColumns(query, row), ...selectEmbeds(query, row)])}
  from ${table(query.resource)} as t
  where ${sql.join(buildConditions(query, row), sql` and `)}
) as page`
}

const createSearchedRow = ({ resource, registry, caller }: Query): ResourceRow =>
  rowRef(resource, 't', { registry, caller: toCallerRef(caller) })

function selectColumns({ resource, request }: Query, row: ResourceRow): Sql[] {
  return (request.fields ?? Object.keys(resource.fields)).map((name) => selectSent(row, name))
}

function buildConditions(query: Query, row: ResourceRow): Bool[] {
  const { request, within } = query
  const all: Bool[] = [buildAccessCondition(row, 'read')]
  if (within) all.push(within.condition(row))
  for (const [name, elements] of Object.entries(request.filters ?? {})) {
    const { kind } = findSearchedField(name, query)
    elements.forEach((element, index) => {
      const { type } = element
      const constant = findConstantArgument(query.resource, name, element)
      const argument = parameter((input) => input.request.filters?.[name]?.[index]?.argument)
      all.push(
        buildCondition({ kind, type }, selectNamed(row, name), constant === undefined ? argument : sql.lit(constant)),
      )
    })
  }
  splitQueryWords(request.query).forEach((_word, index) => {
    const word = parameter((input) => splitQueryWords(input.request.query)[index])
    all.push(buildWordCondition(row, word))
  })
  return all
}

/**
 * Returns the argument of a filter if it is one of the few values of the field; it then becomes a constant in the
 * statement, so that a prepared statement can use an index on the rows with this value.
 */
export function findConstantArgument(
  { fields }: AnyResource,
  name: string,
  { type, argument }: FilterElement,
): string | undefined {
  const values: unknown = Object.hasOwn(fields, name) ? fields[name].schema.enum : undefined
  const isConstant =
    type === 'equals' && typeof argument === 'string' && Array.isArray(values) && values.includes(argument)
  return isConstant ? argument : undefined
}

/** Tests whether a word occurs in a row. The texts of a row are concatenated, so that one index is enough. */
function buildWordCondition(row: ResourceRow, word: Sql): Bool {
  const { queryColumn, query = [] } = row.resource
  if (queryColumn) return buildOccurrenceCondition(row(queryColumn), row.scope, word)
  const texts = query.map((name: string) => sql`coalesce(${selectField(row, name)}, '')`)
  return texts.length > 0 ? contains(sql`${sql.join(texts, sql` || ' ' || `)}`, word) : sql<boolean>`false`
}

/**
 * The pattern is a subquery, so that it is computed once and not per row. The index on the text covers all accounts, so
 * it helps only administrators; for customers, `|| ''` keeps the planner from preferring it to the index on the owner.
 */
function buildOccurrenceCondition(column: Sql, { caller }: Scope, word: Sql): Bool {
  const text = caller.scope === 'administrator' ? column : sql`(${column} || '')`
  return sql<boolean>`${text} like (select '%' || folded_literal(${word}::text) || '%')`
}

interface Sort {
  readonly value: Sql
  readonly isDescending: boolean
}

const toOrder = ({ value, isDescending }: Sort): Sql => (isDescending ? sql`${value} desc` : value)

function buildOrder({ resource, request }: Query, row: ResourceRow): Sort[] {
  const requestedSorts = (request.sort ?? []).map(({ field: name, order: direction }) => ({
    value: selectNamed(row, name),
    isDescending: direction === 'descending',
  }))
  return [...requestedSorts, ...resource.keys.map((key) => ({ value: row(key), isDescending: false }))]
}

/** Returns the SQL expression that a name in filters or sort refers to. */
function selectNamed(row: ResourceRow, name: string): Sql {
  const [head = '', tail] = name.split('.', 2)
  if (tail === undefined) return selectField(row, head)
  if (head === 'permissions') return selectFlagValue(row, tail)
  return selectRelatedField(row, head, tail)
}

function selectEmbeds({ request }: Query, row: ResourceRow): Sql[] {
  const requestedEmbeds = new Map<string, Set<string> | 'all'>()
  for (const name of request.embed ?? []) {
    const [head = '', tail] = name.split('.', 2)
    const chosen = requestedEmbeds.get(head)
    if (tail === undefined) requestedEmbeds.set(head, 'all')
    else if (chosen === undefined) requestedEmbeds.set(head, new Set([tail]))
    else if (chosen !== 'all') chosen.add(tail)
  }
  return [...requestedEmbeds].map(([head, chosen]) => {
    const pick = (names: readonly string[]) => (chosen === 'all' ? names : names.filter((name) => chosen.has(name)))
    return as(head === 'permissions' ? selectPermissions(row, pick) : embedRow(row, head, pick), head)
  })
}

/** Joins expressions on separate lines, because people read statements in logs and in the output of explain. */
const joinLines = (parts: readonly Sql[]): Sql => sql.join(parts, sql`,\n    `)

type PickNames = (names: readonly string[]) => readonly string[]

/** Builds a JSON object with all permissions on the row, or those that `pick` selects. */
export function selectPermissions(row: ResourceRow, pick: PickNames = (names) => names): Sql {
  const flags = pick(Object.keys(row.resource.permissions)).map((name) => as(selectFlagValue(row, name), name))
  return sql`(select row_to_json(p) from (select ${joinLines(flags)}) as p)`
}

function embedRow(row: ResourceRow, relation: string, pick: PickNames): Sql {
  const { resource, scope } = row
  const link = resource.relations?.[relation]
  if (!link) throw new Error(`${resource.name} has no relation ${relation}`)
  const target = scope.registry.get(link.target)
  const inner = rowRef(target, 'e', scope)
  const keys = selectField(row, link.column)
  const isLinked = link.kind === 'one' ? sql`${inner(target.key)} = ${keys}` : sql`${inner(target.key)} = any(${keys})`
  const source = sql`(select ${sql.join(pick(Object.keys(target.fields)).map((name) => selectSent(inner, name)))}
    from ${table(target)} as e where ${isLinked} and ${buildShownCondition(inner)} order by ${inner(target.key)}) as r`
  return link.kind === 'one'
    ? sql`(select row_to_json(r) from ${source})`
    : sql`(select coalesce(json_agg(r), '[]') from ${source})`
}
