import { sql } from 'kysely'
import type { Caller } from './caller.ts'
import { condition, contains } from './filters.ts'
import { type Bool, callerRef, type RowRef } from './permission.ts'
import type { AnyResource, Registry } from './registry.ts'
import {
  as,
  belongs,
  field,
  flagValue,
  isShown,
  relatedField,
  rowRef,
  type Scope,
  type Sql,
  sent,
  table,
} from './row.ts'
import { defaultLimit, queryWords, searched } from './search-request.ts'
import type { SearchRequest } from './search-types.ts'
import { parameter } from './statement.ts'

export interface Query {
  readonly registry: Registry
  readonly resource: AnyResource
  readonly request: SearchRequest
  readonly caller: Caller
  /** A further condition, e.g. that the row hangs on the parent in the path. */
  readonly within?: Within
}

/** `shape` names the condition where statements are remembered by their shape. */
export interface Within {
  readonly shape: string
  condition(row: RowRef, scope: Scope): Bool
}

/**
 * The one statement that answers a search: the rows the caller may read and no others, as the JSON text that is sent,
 * and how many there are in all. The count is only taken where the page itself does not tell it.
 */
export function searchStatement(query: Query): Sql {
  const { resource, request, registry, caller } = query
  const scope: Scope = { registry, caller: callerRef(caller) }
  const row = rowRef(resource, 't', scope)
  const where = sql.join(conditions(query, row, scope), sql` and `)
  const limit = sql.raw(String(request.limit ?? defaultLimit))
  const offset = sql`${parameter((input) => input.request.offset ?? 0)}::bigint`
  return sql`with page as (
  select ${lines([...columns(query, row, scope), ...embeds(query, row, scope)])}
  from ${table(resource)} as t
  where ${where}
  order by ${sql.join(order(query, row, scope))}
  limit ${limit} offset ${offset}
)
select coalesce(json_agg(page), '[]')::text as rows,
  case when count(*) < ${limit} and (count(*) > 0 or ${offset} = 0) then ${offset} + count(*)
    else (select count(*) from ${table(resource)} as t where ${where}) end as total
from page`
}

/** The statement that reads one row as JSON text, or nothing where the caller may not read it. */
export function readStatement(query: Query): Sql {
  const { resource, registry, caller } = query
  const scope: Scope = { registry, caller: callerRef(caller) }
  const row = rowRef(resource, 't', scope)
  return sql`select row_to_json(page)::text as row from (
  select ${lines([...columns(query, row, scope), ...embeds(query, row, scope)])}
  from ${table(resource)} as t
  where ${sql.join(conditions(query, row, scope), sql` and `)}
) as page`
}

function columns({ resource, request }: Query, row: RowRef, scope: Scope): Sql[] {
  return (request.fields ?? Object.keys(resource.fields)).map((name) => sent(resource, row, name, scope))
}

function conditions({ resource, request, within, registry }: Query, row: RowRef, scope: Scope): Bool[] {
  const all: Bool[] = [belongs(resource, row, 'read', scope)]
  if (within) all.push(within.condition(row, scope))
  for (const [name, elements] of Object.entries(request.filters ?? {})) {
    const { kind } = searched(name, resource, registry)
    elements.forEach(({ type }, index) => {
      const argument = parameter((input) => input.request.filters?.[name]?.[index]?.argument)
      all.push(condition(kind, type, named(name, resource, row, scope), argument))
    })
  }
  queryWords(request.query).forEach((_word, index) => {
    all.push(
      wordOccurs(
        resource,
        row,
        scope,
        parameter((input) => queryWords(input.request.query)[index]),
      ),
    )
  })
  return all
}

/** All text of a row is looked through as one: an index over the same expression serves every word. */
function wordOccurs(resource: AnyResource, row: RowRef, scope: Scope, word: Sql): Bool {
  if (resource.queryColumn) return occursIn(row(resource.queryColumn), scope, word)
  const texts = (resource.query ?? []).map((name: string) => sql`coalesce(${field(resource, row, name, scope)}, '')`)
  return texts.length > 0 ? contains(sql`${sql.join(texts, sql` || ' ' || `)}`, word) : sql<boolean>`false`
}

/**
 * The pattern is a subquery, so that it is made once and not for every row. An index over the text of all accounts is for
 * those who see all of them: a customer's rows are found by their owner, and `|| ''` keeps the planner from the detour.
 */
function occursIn(column: Sql, { caller }: Scope, word: Sql): Bool {
  const text = caller.scope === 'administrator' ? column : sql`(${column} || '')`
  return sql<boolean>`${text} like (select '%' || folded_literal(${word}::text) || '%')`
}

function order({ resource, request }: Query, row: RowRef, scope: Scope): Sql[] {
  const wanted = (request.sort ?? []).map(({ field: name, order: direction }) =>
    direction === 'descending' ? sql`${named(name, resource, row, scope)} desc` : named(name, resource, row, scope),
  )
  return [...wanted, ...resource.keys.map(row)]
}

/** What a name in filters or sort stands for. */
function named(name: string, resource: AnyResource, row: RowRef, scope: Scope): Sql {
  const [head = '', tail] = name.split('.', 2)
  if (tail === undefined) return field(resource, row, head, scope)
  if (head === 'permissions') return flagValue(resource, row, tail, scope)
  return relatedField(resource, row, head, tail, scope)
}

function embeds({ resource, request }: Query, row: RowRef, scope: Scope): Sql[] {
  const wanted = new Map<string, Set<string> | 'all'>()
  for (const name of request.embed ?? []) {
    const [head = '', tail] = name.split('.', 2)
    const chosen = wanted.get(head)
    if (tail === undefined) wanted.set(head, 'all')
    else if (chosen === undefined) wanted.set(head, new Set([tail]))
    else if (chosen !== 'all') chosen.add(tail)
  }
  return [...wanted].map(([head, chosen]) => {
    const pick = (names: readonly string[]) => (chosen === 'all' ? names : names.filter((name) => chosen.has(name)))
    return as(
      head === 'permissions' ? permissions(resource, row, scope, pick) : embedded(resource, row, head, scope, pick),
      head,
    )
  })
}

/** A statement is read too: in the log, in a review, in the output of explain. */
const lines = (parts: readonly Sql[]): Sql => sql.join(parts, sql`,\n    `)

type Pick = (names: readonly string[]) => readonly string[]

/** Every flag of the row, or the ones picked, as one JSON object. */
export function permissions(resource: AnyResource, row: RowRef, scope: Scope, pick: Pick = (names) => names): Sql {
  const flags = pick(Object.keys(resource.permissions)).map((name) => as(flagValue(resource, row, name, scope), name))
  return sql`(select row_to_json(p) from (select ${lines(flags)}) as p)`
}

function embedded(resource: AnyResource, row: RowRef, relation: string, scope: Scope, pick: Pick): Sql {
  const link = resource.relations?.[relation]
  if (!link) throw new Error(`${resource.name} has no relation ${relation}`)
  const target = scope.registry.get(link.target)
  const inner = rowRef(target, 'e', scope)
  const keys = field(resource, row, link.column, scope)
  const linked = link.kind === 'one' ? sql`${inner(target.key)} = ${keys}` : sql`${inner(target.key)} = any(${keys})`
  const source = sql`(select ${sql.join(pick(Object.keys(target.fields)).map((name) => sent(target, inner, name, scope)))}
    from ${table(target)} as e where ${linked} and ${isShown(target, inner, scope)} order by ${inner(target.key)}) as r`
  return link.kind === 'one'
    ? sql`(select row_to_json(r) from ${source})`
    : sql`(select coalesce(json_agg(r), '[]') from ${source})`
}
