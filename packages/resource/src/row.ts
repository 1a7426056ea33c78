import { type RawBuilder, sql } from 'kysely'
import { all, type Bool, type CallerRef, no, nobody, type Predicate, type RowRef } from './permission.ts'
import type { AnyResource, Registry } from './registry.ts'

export type Sql = RawBuilder<unknown>

/** Everything that building a statement needs to know: who asks, and what may be said of each resource. */
export interface Scope {
  readonly registry: Registry
  readonly caller: CallerRef
}

export const table = (resource: AnyResource): Sql => sql.table(resource.table)
export const as = (expression: Sql, name: string): Sql => sql`${expression} as ${sql.id(name)}`
const column = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`)

export function rowRef(resource: AnyResource, alias: string, scope: Scope): RowRef {
  const row: RowRef = Object.assign((name: string) => column(alias, name), {
    related(relation: string, name: string): Bool {
      const link = resource.relations?.[relation]
      if (!link) throw new Error(`${resource.name} has no relation ${relation}`)
      const target = scope.registry.get(link.target)
      const parent = `${alias}_${relation}`
      const inner = rowRef(target, parent, scope)
      return sql<boolean>`exists (select from ${table(target)} as ${sql.id(parent)} where ${inner(target.key)} = ${field(resource, row, link.column, scope)} and ${permissionFlag(target, inner, name, scope)})`
    },
  })
  return row
}

/** The key of a row: one value, or one for each column that identifies it. */
export type Key = string | number | readonly (string | number)[]

export const isRow = (resource: AnyResource, row: RowRef, key: Key): Bool => {
  const values = [key].flat()
  return sql<boolean>`${sql.join(
    resource.keys.map((column, index) => sql`${row(column)} = ${values[index]}`),
    sql` and `,
  )}`
}

/** The rows of the table that are this resource, and that hold a flag for the caller. */
export function belongs(resource: AnyResource, row: RowRef, name: string, scope: Scope): Bool {
  const held = permissionFlag(resource, row, name, scope)
  return resource.rows ? sql<boolean>`${resource.rows(row)} and ${held}` : held
}

/** A permission flag over a row. An undeclared one throws: unknown never means allowed. */
export function permissionFlag(resource: AnyResource, row: RowRef, name: string, { caller }: Scope): Bool {
  const predicate = Object.hasOwn(resource.permissions, name) ? resource.permissions[name] : undefined
  if (!predicate) throw new Error(`${resource.name} has no permission ${name}`)
  // Whatever a holder may do with their own, who only looks is shown no way to do it.
  if (caller.isObserver && !isLooking(name)) return no
  return caller.isLimitedToGroups ? withinGroups(resource, predicate)(row, caller) : predicate(row, caller)
}

/** For a caller that is limited to groups, what belongs to no group is as good as absent. */
function withinGroups({ groupLimit }: AnyResource, predicate: Predicate): Predicate {
  if (groupLimit === 'none') return predicate
  return groupLimit ? all(groupLimit, predicate) : nobody
}

const isLooking = (name: string): boolean => name === 'own' || name === 'read' || name.startsWith('read_')

/** A flag as a value: where a condition is unknown, the flag is false. */
export const flagValue = (resource: AnyResource, row: RowRef, name: string, scope: Scope): Bool =>
  sql<boolean>`(${permissionFlag(resource, row, name, scope)}) is true`

/** A declared field of the row. Schemas turn unknown names away already; a name from outside must still never become a column. */
export function field(resource: AnyResource, row: RowRef, name: string, { caller }: Scope): Sql {
  if (!Object.hasOwn(resource.fields, name)) throw new Error(`${resource.name} has no field ${name}`)
  return resource.computed?.[name]?.(row, caller) ?? row(name)
}

/** A field as it is sent: times and minutes are written by the database, alike at every depth. */
export function sent(resource: AnyResource, row: RowRef, name: string, scope: Scope): Sql {
  const value = field(resource, row, name, scope)
  return as(written[resource.fields[name].kind]?.(value) ?? value, name)
}

const written: Readonly<Record<string, (value: Sql) => Sql>> = {
  time: (value) => sql`wire_time(${value})`,
  minute: (value) => sql`wire_minute(${value})`,
}

/** The rows that may be shown where another record leads to them: an API key without the scope sees none. */
export const isShown = (resource: AnyResource, row: RowRef, scope: Scope): Bool =>
  scope.caller.mayRead(resource.name) ? belongs(resource, row, 'read', scope) : no

/**
 * A field of a related row, null where the caller may not read that row: a filter or a sort must not tell what a read
 * would hide.
 */
export function relatedField(resource: AnyResource, row: RowRef, relation: string, name: string, scope: Scope): Sql {
  const link = resource.relations?.[relation]
  if (!link) throw new Error(`${resource.name} has no relation ${relation}`)
  const target = scope.registry.get(link.target)
  const inner = rowRef(target, relation, scope)
  return sql`(select ${field(target, inner, name, scope)} from ${table(target)} as ${sql.id(relation)} where ${inner(target.key)} = ${field(resource, row, link.column, scope)} and ${isShown(target, inner, scope)})`
}
