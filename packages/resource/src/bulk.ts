import { sql } from 'kysely'
import { rejectAny, type Violation } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { AuditedWrite } from './outcome.ts'
import { getOwner, selectRecord, toColumnValue } from './record.ts'
import type { AnyResource, Call, Values } from './resource.ts'
import { buildAccessCondition, buildPermissionCondition, rowRef, selectFlagValue, table } from './row.ts'
import { lockOwners } from './row-locks.ts'

/** Several rows of one resource. */
export interface RowTargets {
  readonly resource: AnyResource
  readonly ids: readonly number[]
}

/** The rows of a bulk operation, in the order of the request. */
export interface BulkTargets extends RowTargets {
  /** The field of the request that violations are reported for, such as `data.ids`. */
  readonly fieldPath: string
}

/** The records of rows that are locked until the transaction ends. */
export interface LockedRows {
  readonly resource: AnyResource
  readonly before: readonly Values[]
}

/**
 * Locks all rows and returns them in the order of the ids, or rejects the whole request with a violation for every id
 * that the caller may not use. Rows are locked in the order of their keys, so that bulk requests cannot deadlock.
 */
export async function lockRows(
  { resource, ids, fieldPath }: BulkTargets,
  permission: string,
  call: Call,
): Promise<LockedRows> {
  const row = rowRef(resource, 't', createScope(call))
  const chosenRows = sql`from ${table(resource)} as t where ${row(resource.key)} = any(${ids}) and ${buildAccessCondition(row, 'read')}`
  await lockOwners(resource, chosenRows, call)
  await execute(sql`select ${chosenRows} order by ${row(resource.key)} for update of t`, call)
  // Read after locking: a permission that was revoked while this waited no longer counts.
  const rows = await execute(
    sql<{ key: number; record: Values; allowed: boolean }>`select ${row(resource.key)} as key,
  ${selectRecord(row)} as record, ${selectFlagValue(row, permission)} as allowed ${chosenRows}`,
    call,
  )
  const byKey = new Map(rows.map((each) => [each.key, each]))
  rejectAny(
    ids.flatMap((id, index): Violation[] => {
      const each = byKey.get(id)
      if (each?.allowed) return []
      return [{ symbol: each ? 'forbidden' : 'unknown_reference', field: `${fieldPath}.${index}` }]
    }),
  )
  return { resource, before: ids.map((id) => byKey.get(id)?.record ?? {}) }
}

/**
 * Returns the ids of the rows that the caller has the permission on; like `holdsPermission`, but with one query for
 * all.
 */
export async function findPermitted(
  { resource, ids }: RowTargets,
  permission: string,
  call: Call,
): Promise<ReadonlySet<number>> {
  const row = rowRef(resource, 't', createScope(call))
  const rows = await execute(
    sql<{ key: number }>`select ${row(resource.key)} as key from ${table(resource)} as t
where ${row(resource.key)} = any(${ids}) and ${buildAccessCondition(row, 'read')} and ${buildPermissionCondition(row, permission)}`,
    call,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Inserts rows and returns their ids in order. The permission on their parents must have been checked before. */
export async function createRows(resource: AnyResource, rows: readonly Values[], call: Call): Promise<number[]> {
  const names = Object.keys(rows[0] ?? {})
  if (names.length === 0) return []
  const tuples = rows.map(
    (values) => sql`(${sql.join(names.map((name) => toColumnValue(resource, name, values[name])))})`,
  )
  const created = await execute(
    sql<{ id: number }>`insert into ${table(resource)} (${sql.join(names.map((name) => sql.id(name)))})
values ${sql.join(tuples)} returning ${sql.id(resource.key)} as id`,
    call,
  )
  const ids = created.map(({ id }) => id)
  const after = await readRecords({ resource, ids }, call)
  await call.record(
    ...after.map((each, index) => toBulkAuditEntry(resource, ids[index], { before: null, after: each })),
  )
  return ids
}

/** Sets the same values on all locked rows. */
export async function updateRows({ resource, before }: LockedRows, values: Values, call: Call): Promise<void> {
  const ids = before.map((each) => Number(each[resource.key]))
  const assignments = Object.entries(values).map(
    ([name, value]) => sql`${sql.id(name)} = ${toColumnValue(resource, name, value)}`,
  )
  if (ids.length === 0 || assignments.length === 0) return
  await execute(
    sql`update ${table(resource)} set ${sql.join(assignments)} where ${sql.id(resource.key)} = any(${ids})`,
    call,
  )
  const after = await readRecords({ resource, ids }, call)
  await call.record(
    ...after.map((each, index) =>
      toBulkAuditEntry(resource, ids[index], { before: before[index] ?? null, after: each }),
    ),
  )
}

/** Deletes all locked rows. */
export async function deleteRows({ resource, before }: LockedRows, call: Call): Promise<void> {
  const ids = before.map((each) => Number(each[resource.key]))
  await call.record(
    ...before.map((each, index) => toBulkAuditEntry(resource, ids[index], { before: each, after: null })),
  )
  await execute(sql`delete from ${table(resource)} where ${sql.id(resource.key)} = any(${ids})`, call)
}

/** Reads the current records, in the order of the ids. */
export async function readRecords({ resource, ids }: RowTargets, call: Call): Promise<Values[]> {
  const row = rowRef(resource, 't', createScope(call))
  const rows = await execute(
    sql<{ record: Values }>`select ${selectRecord(row)} as record from ${table(resource)} as t
where ${row(resource.key)} = any(${ids}) order by array_position(${ids}::bigint[], ${row(resource.key)})`,
    call,
  )
  return rows.map((each) => each.record)
}

/** Builds the audit entry of a write for the account that owns the record afterwards, or owned the deleted one. */
const toBulkAuditEntry = (
  resource: AnyResource,
  id: number | undefined,
  { before, after }: Pick<AuditedWrite, 'before' | 'after'>,
): AuditedWrite => ({
  resource: resource.name,
  id: id ?? 0,
  accountId: getOwner(resource, after ?? before ?? {}),
  before,
  after,
})
