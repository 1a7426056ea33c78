import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import { toAuditEntry } from './record.ts'
import type { Call, Values } from './resource.ts'
import { buildAccessCondition, buildKeyCondition, type RowTarget, rowRef, table } from './row.ts'
import { lockRow } from './row-locks.ts'

export async function deleteRow(target: RowTarget, call: Call): Promise<void> {
  const { resource, key } = target
  const before = await lockRow(target, 'delete', call)
  await resource.delete?.prepare?.(before, call)
  await call.record(toAuditEntry(target, { before, after: null }))
  const row = rowRef(resource, 't', createScope(call))
  const statement = sql<Values>`delete from ${table(resource)} as t
where ${buildKeyCondition(row, key)} and ${buildAccessCondition(row, 'delete')} returning ${row(resource.key)}`
  if ((await execute(statement, call)).length === 0) reject('forbidden')
}
