import { type RawBuilder, sql } from 'kysely'
import { all, type Bool, type CallerRef, never, no, type Predicate, type RowRef } from './permission.ts'
import type { AnyResource, Registry } from './resource.ts'

export type Sql = RawBuilder<unknown>

/** The caller and the resources that a statement is built for. */
export interface Scope {
  readonly registry: Registry
  readonly caller: CallerRef
}

/** A reference to a row in a statement, with its resource and the caller. */
export interface ResourceRow extends RowRef {
  readonly resource: AnyResource
  readonly scope: Scope
}

export const table = (resource: AnyResource): Sql => sql.table(resource.table)
export const as = (expression: Sql, name: string): Sql => sql`${expression} as ${sql.id(name)}`
const column = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`)

export function rowRef(resource: AnyResource, alias: string, scope: Scope): ResourceRow {
  const row: ResourceRow = Object.assign((name: string) => column(alias, name), {
    resource,
    scope,
    related(relation: string, permission: string): Bool {
      const link = resource.relations?.[relation]
      if (!link) throw new Error(`${resource.name} has no relation ${relation}`)
      const target = scope.registry.get(link.target)
      const parent = `${alias}_${relation}`
      const inner = rowRef(target, parent, scope)
      return sql<boolean>`exists (select from ${table(target)} as ${sql.id(parent)} where ${inner(target.key)} = ${selectField(row, link.column)} and ${buildUnscopedCondition(inner, permission)})`
    },
  })
  return row
}

/** The key of a row: one value, or one for each column that identifies it. */
export type Key = string | number | readonly (string | number)[]

/** The row that a call reads or writes. */
export interface RowTarget {
  readonly resource: AnyResource
  readonly key: Key
}

export const buildKeyCondition = (row: ResourceRow, key: Key): Bool => {
  const values = [key].flat()
  return sql<boolean>`${sql.join(
    row.resource.keys.map((column, index) => sql`${row(column)} = ${values[index]}`),
    sql` and `,
  )}`
}

/** Builds the condition that a row belongs to the resource and the caller has the permission on it. */
export function buildAccessCondition(row: ResourceRow, permission: string): Bool {
  const condition = buildPermissionCondition(row, permission)
  const { rows } = row.resource
  return rows ? sql<boolean>`${rows(row)} and ${condition}` : condition
}

/** Builds the condition that the caller has the permission on the row. Throws if the permission is not declared. */
export function buildPermissionCondition(row: ResourceRow, permission: string): Bool {
  const condition = buildUnscopedCondition(row, permission)
  return isReadPermission(permission) || row.scope.caller.allows(row.resource.name, permission) ? condition : no
}

/**
 * Builds the condition of a permission without checking the scopes of the caller. If a permission on a row follows from
 * a permission on a related row, only the scope for the row itself is needed.
 */
function buildUnscopedCondition(row: ResourceRow, permission: string): Bool {
  const { resource } = row
  const { caller } = row.scope
  const predicate = Object.hasOwn(resource.permissions, permission) ? resource.permissions[permission] : undefined
  if (!predicate) throw new Error(`${resource.name} has no permission ${permission}`)
  // An observer has only the permissions to read.
  if (caller.isObserver && !isReadPermission(permission)) return no
  return limitToGroups(resource, predicate, caller)(row, caller)
}

/**
 * Restricts the predicate to the groups of the caller. A resource without a group limit is hidden from the caller,
 * unless it is personal and the caller is a person.
 */
function limitToGroups(
  { groupLimit, isPersonal }: AnyResource,
  predicate: Predicate,
  { limitedToGroups }: CallerRef,
): Predicate {
  if (limitedToGroups === null || groupLimit === 'none') return predicate
  if (groupLimit) return all(groupLimit, predicate)
  return isPersonal && limitedToGroups === 'person' ? predicate : never
}

/** Whether a permission allows only reading. */
export const isReadPermission = (permission: string): boolean =>
  permission === 'own' || permission === 'read' || permission.startsWith('read_')

/** Selects the permission as a boolean value; false if its condition is null. */
export const selectFlagValue = (row: ResourceRow, permission: string): Bool =>
  sql<boolean>`(${buildPermissionCondition(row, permission)}) is true`

/**
 * Returns the expression of a field. Throws for undeclared names, so that no name in a request can ever become a
 * column.
 */
export function selectField(row: ResourceRow, name: string): Sql {
  const { resource, scope } = row
  if (!Object.hasOwn(resource.fields, name)) throw new Error(`${resource.name} has no field ${name}`)
  return resource.computed?.[name]?.(row, scope.caller) ?? row(name)
}

/**
 * Selects a field in the form in which it is returned. The database formats times and minutes, so that embedded records
 * look the same.
 */
export function selectSent(row: ResourceRow, name: string): Sql {
  const value = selectField(row, name)
  return as(wireFormatters[row.resource.fields[name].kind]?.(value) ?? value, name)
}

const wireFormatters: Readonly<Record<string, (value: Sql) => Sql>> = {
  time: (value) => sql`wire_time(${value})`,
  minute: (value) => sql`wire_minute(${value})`,
}

/**
 * Builds the condition that a related row can be shown to the caller; false if the caller lacks the scope to read it.
 */
export const buildShownCondition = (row: ResourceRow): Bool =>
  row.scope.caller.allows(row.resource.name, 'read') ? buildAccessCondition(row, 'read') : no

/**
 * Selects a field of a related row; null if the caller may not read that row, because filters and sort must not reveal
 * data that a read would hide.
 */
export function selectRelatedField(row: ResourceRow, relation: string, name: string): Sql {
  const { resource, scope } = row
  const link = resource.relations?.[relation]
  if (!link) throw new Error(`${resource.name} has no relation ${relation}`)
  const target = scope.registry.get(link.target)
  const inner = rowRef(target, relation, scope)
  return sql`(select ${selectField(inner, name)} from ${table(target)} as ${sql.id(relation)} where ${inner(target.key)} = ${selectField(row, link.column)} and ${buildShownCondition(inner)})`
}
