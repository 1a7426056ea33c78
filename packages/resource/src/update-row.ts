import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { Field } from './field.ts'
import { readRecord, toAuditEntry, toColumnValue } from './record.ts'
import { findReferenceViolations, keepAddedReferences, prepareWith } from './references.ts'
import type { AnyResource, Call, Values } from './resource.ts'
import { buildAccessCondition, buildKeyCondition, type RowTarget, rowRef, table } from './row.ts'
import { lockRow } from './row-locks.ts'

/** Updates a row. Clients send back whole objects, so read-only fields are accepted if they are unchanged. */
export async function updateRow(target: RowTarget, data: Values, call: Call): Promise<void> {
  const { resource, key } = target
  const { update } = resource
  if (!update) throw new Error(`${resource.name} cannot be updated`)
  const before = await lockRow(target, 'update', call)
  const { changes, readOnly } = findChanges(resource, data, before)
  if (Object.keys(changes).length + readOnly.length === 0) return
  const violations = [
    ...readOnly.map((name) => ({ symbol: 'read_only_field', field: `data.${name}` })),
    ...(await findReferenceViolations(resource, keepAddedReferences(resource, changes, before), call)),
  ]
  const prepare = async () => (update.prepare ? update.prepare(changes, before, call) : changes)
  const values = await prepareWith(violations, prepare)
  await writeValues(target, values, call)
  await update.changed?.({ id: Number([key].flat()[0]), changes, before }, call)
  const after = await readRecord(target, call)
  await call.record(toAuditEntry(target, { before, after }))
}

/** Returns the changes of a request, and the names of read-only fields that it would change. */
export function findChanges(
  resource: AnyResource,
  data: Values,
  before: Values,
): { readonly changes: Values; readonly readOnly: readonly string[] } {
  const changeable = new Set<string>(resource.update?.fields)
  const changed = Object.entries(data).filter(
    ([name, value]) => !isSameValue(resource.fields[name], value, before[name]),
  )
  return {
    changes: Object.fromEntries(changed.filter(([name]) => changeable.has(name))),
    readOnly: changed.filter(([name]) => !changeable.has(name)).map(([name]) => name),
  }
}

function isSameValue(field: Field | undefined, given: unknown, stored: unknown): boolean {
  if (field?.kind === 'time' && typeof given === 'string' && typeof stored === 'string')
    return Date.parse(given) === Date.parse(stored)
  return isDeepStrictEqual(given, stored)
}

async function writeValues({ resource, key }: RowTarget, values: Values, call: Call): Promise<void> {
  const row = rowRef(resource, 't', createScope(call))
  const assignments = Object.entries(values).map(
    ([name, value]) => sql`${sql.id(name)} = ${toColumnValue(resource, name, value)}`,
  )
  if (assignments.length === 0) return
  const statement = sql<Values>`update ${table(resource)} as t set ${sql.join(assignments)}
where ${buildKeyCondition(row, key)} and ${buildAccessCondition(row, 'update')} returning ${row(resource.key)}`
  if ((await execute(statement, call)).length === 0) reject('forbidden')
}
