import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { Call } from './operation.ts'
import type { AnyResource, Registry } from './registry.ts'
import { belongs, isRow, type Key, permissionFlag, rowRef, table } from './row.ts'

/** Whether the caller holds a permission on a row; a row that it may not read counts as absent. */
export async function holds(
  registry: Registry,
  resource: AnyResource,
  key: Key,
  permission: string,
  call: Call,
): Promise<boolean> {
  const scope = createScope(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql`select from ${table(resource)} as t
where ${isRow(resource, row, key)} and ${belongs(resource, row, 'read', scope)} and ${permissionFlag(resource, row, permission, scope)}`
  return (await execute(statement, call)).length > 0
}

/** Rejects unless the caller holds the permission: with 404 if it may not read the row, with 403 if it may. */
export async function demand(
  registry: Registry,
  resource: AnyResource,
  key: Key,
  permission: string,
  call: Call,
): Promise<void> {
  if (await holds(registry, resource, key, permission, call)) return
  reject((await holds(registry, resource, key, 'read', call)) ? 'forbidden' : 'not_found')
}
