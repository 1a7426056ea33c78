import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { Call } from './resource.ts'
import { belongs, isRow, permissionFlag, type RowTarget, rowRef, table } from './row.ts'

/** Whether the caller holds a permission on a row; a row that it may not read counts as absent. */
export async function holds({ resource, key }: RowTarget, permission: string, call: Call): Promise<boolean> {
  const row = rowRef(resource, 't', createScope(call))
  const statement = sql`select from ${table(resource)} as t
where ${isRow(row, key)} and ${belongs(row, 'read')} and ${permissionFlag(row, permission)}`
  return (await execute(statement, call)).length > 0
}

/** Rejects unless the caller holds the permission: with 404 if it may not read the row, with 403 if it may. */
export async function demand(target: RowTarget, permission: string, call: Call): Promise<void> {
  if (await holds(target, permission, call)) return
  reject((await holds(target, 'read', call)) ? 'forbidden' : 'not_found')
}
