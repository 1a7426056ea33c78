import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { Call } from './operation.ts'
import { toWritten } from './record.ts'
import type { AnyResource, Registry } from './registry.ts'
import type { Values } from './resource.ts'
import { belongs, isRow, type Key, rowRef, table } from './row.ts'
import { lockRow } from './row-locks.ts'

export async function deleteRow(registry: Registry, resource: AnyResource, key: Key, call: Call): Promise<void> {
  const before = await lockRow(registry, resource, key, 'delete', call)
  await resource.delete?.prepare?.(before, call)
  await call.record(toWritten(resource, key, { before, after: null }))
  const scope = createScope(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql<Values>`delete from ${table(resource)} as t
where ${isRow(resource, row, key)} and ${belongs(resource, row, 'delete', scope)} returning ${row(resource.key)}`
  if ((await execute(statement, call)).length === 0) reject('forbidden')
}
