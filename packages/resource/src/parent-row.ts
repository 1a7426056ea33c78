import { type RawBuilder, sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import { toColumnValue } from './record.ts'
import type { AnyResource, Call, Values } from './resource.ts'
import { buildAccessCondition, type Key, rowRef, table } from './row.ts'
import { holdsPermission } from './row-access.ts'
import { lockOwners } from './row-locks.ts'

/** The parent resource of new rows, the column that refers to it, and the permission that creating under it needs. */
export function getParent(resource: AnyResource, { registry }: Call) {
  const [relation, permission] = resource.create?.under ?? []
  const link = resource.relations?.[relation ?? '']
  if (!link || !permission) throw new Error(`${resource.name} cannot be created under another row`)
  return { parent: registry.get(link.target), column: link.column, permission }
}

/** Inserts a row. The same statement checks the caller's permission on the parent, if there is one. */
export async function insertRow(resource: AnyResource, values: Values, call: Call): Promise<Values> {
  const [row] = await execute(buildInsert(resource, values, call), call)
  return row ?? rejectParent(resource, values, call)
}

function buildInsert(resource: AnyResource, values: Values, call: Call): RawBuilder<Values> {
  const names = Object.keys(values)
  const columns = sql.join(names.map((name) => sql.id(name)))
  const columnValues = sql.join(names.map((name) => toColumnValue(resource, name, values[name])))
  const returning = sql`returning ${sql.join(resource.keys.map((name) => sql.id(name)))}`
  const target = sql`insert into ${table(resource)} (${columns})`
  if (!resource.create?.under) return sql<Values>`${target} values (${columnValues}) ${returning}`
  const { parent, column, permission } = getParent(resource, call)
  const row = rowRef(parent, 'parent', createScope(call))
  return sql<Values>`${target} select ${columnValues} from ${table(parent)} as parent
where ${row(parent.key)} = ${values[column]} and ${buildAccessCondition(row, permission)} for share of parent ${returning}`
}

/** Locks the account that owns the parent. */
export async function lockParentOwner(resource: AnyResource, values: Values, call: Call): Promise<void> {
  const { parent, column } = getParent(resource, call)
  const row = rowRef(parent, 't', createScope(call))
  const chosenRows = sql`from ${table(parent)} as t where ${row(parent.key)} = ${values[column]}`
  await lockOwners(parent, chosenRows, call)
}

/** Rejects unless the caller may create under the parent. */
export async function requireParent(resource: AnyResource, values: Values, call: Call): Promise<void> {
  const { parent, column, permission } = getParent(resource, call)
  const target = { resource: parent, key: values[column] as Key }
  if (!(await holdsPermission(target, permission, call))) await rejectParent(resource, values, call)
}

/** Rejects with the reason: the caller may not read the parent, or may not create under it. */
async function rejectParent(resource: AnyResource, values: Values, call: Call): Promise<never> {
  const { parent, column } = getParent(resource, call)
  const isReadable = await holdsPermission({ resource: parent, key: values[column] as Key }, 'read', call)
  return isReadable ? reject('forbidden') : reject('unknown_reference', `data.${column}`)
}
