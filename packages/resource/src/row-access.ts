import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { Call } from './resource.ts'
import {
  buildAccessCondition,
  buildKeyCondition,
  buildPermissionCondition,
  type RowTarget,
  rowRef,
  table,
} from './row.ts'

/** Whether the caller holds a permission on a row; a row that it may not read counts as absent. */
export async function holdsPermission({ resource, key }: RowTarget, permission: string, call: Call): Promise<boolean> {
  const row = rowRef(resource, 't', createScope(call))
  const statement = sql`select from ${table(resource)} as t
where ${buildKeyCondition(row, key)} and ${buildAccessCondition(row, 'read')} and ${buildPermissionCondition(row, permission)}`
  return (await execute(statement, call)).length > 0
}

/** Rejects unless the caller holds the permission: with 404 if it may not read the row, with 403 if it may. */
export async function requirePermission(target: RowTarget, permission: string, call: Call): Promise<void> {
  if (await holdsPermission(target, permission, call)) return
  reject((await holdsPermission(target, 'read', call)) ? 'forbidden' : 'not_found')
}
