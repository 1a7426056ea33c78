import { sql } from 'kysely'
import { rejectAny, type Violation } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { Written } from './outcome.ts'
import { getOwner, selectRecord, toColumnValue } from './record.ts'
import type { AnyResource, Call, Values } from './resource.ts'
import { belongs, flagValue, permissionFlag, rowRef, table } from './row.ts'
import { queueForOwners } from './row-locks.ts'

/** Many rows that a call is about. */
export interface RowTargets {
  readonly resource: AnyResource
  readonly ids: readonly number[]
}

/** The rows of a bulk operation: ids as the request gave them, and where in the request they stand. */
export interface BulkTargets extends RowTargets {
  /** Where violations are reported, such as `data.ids`. */
  readonly at: string
}

/** Rows that are locked until the transaction ends, by their records as they were found. */
export interface LockedRows {
  readonly resource: AnyResource
  readonly before: readonly Values[]
}

/**
 * Locks all the rows and returns them in the order of the ids, or rejects the whole request and names every id
 * that stands in its way. Rows are locked in the order of their keys, so that two bulk requests never wait for each other.
 */
export async function lockRows(
  { resource, ids, at }: BulkTargets,
  permission: string,
  call: Call,
): Promise<LockedRows> {
  const row = rowRef(resource, 't', createScope(call))
  const chosen = sql`from ${table(resource)} as t where ${row(resource.key)} = any(${ids}) and ${belongs(row, 'read')}`
  await queueForOwners(resource, chosen, call)
  await execute(sql`select ${chosen} order by ${row(resource.key)} for update of t`, call)
  // Asked again once the locks are there: a right that was taken away while this waited is gone.
  const found = await execute(
    sql<{ key: number; record: Values; allowed: boolean }>`select ${row(resource.key)} as key,
  ${selectRecord(row)} as record, ${flagValue(row, permission)} as allowed ${chosen}`,
    call,
  )
  const byKey = new Map(found.map((each) => [each.key, each]))
  rejectAny(
    ids.flatMap((id, index): Violation[] => {
      const each = byKey.get(id)
      if (each?.allowed) return []
      return [{ symbol: each ? 'forbidden' : 'unknown_reference', field: `${at}.${index}` }]
    }),
  )
  return { resource, before: ids.map((id) => byKey.get(id)?.record ?? {}) }
}

/** Those of the ids whose rows the caller holds the flag of, asked for all at once; see `holds`. */
export async function heldAmong(
  { resource, ids }: RowTargets,
  permission: string,
  call: Call,
): Promise<ReadonlySet<number>> {
  const row = rowRef(resource, 't', createScope(call))
  const found = await execute(
    sql<{ key: number }>`select ${row(resource.key)} as key from ${table(resource)} as t
where ${row(resource.key)} = any(${ids}) and ${belongs(row, 'read')} and ${permissionFlag(row, permission)}`,
    call,
  )
  return new Set(found.map(({ key }) => key))
}

/** Inserts many rows at once, under parents that the caller has been allowed to add to; returns their ids in order. */
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
  await call.record(...after.map((each, index) => toBulkWritten(resource, ids[index], { before: null, after: each })))
  return ids
}

/** Sets the same values on many rows that were locked before. */
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
    ...after.map((each, index) => toBulkWritten(resource, ids[index], { before: before[index] ?? null, after: each })),
  )
}

/** Deletes many rows that were locked before. */
export async function deleteRows({ resource, before }: LockedRows, call: Call): Promise<void> {
  const ids = before.map((each) => Number(each[resource.key]))
  await call.record(...before.map((each, index) => toBulkWritten(resource, ids[index], { before: each, after: null })))
  await execute(sql`delete from ${table(resource)} where ${sql.id(resource.key)} = any(${ids})`, call)
}

/** The records as they are now, in the order of the ids. */
export async function readRecords({ resource, ids }: RowTargets, call: Call): Promise<Values[]> {
  const row = rowRef(resource, 't', createScope(call))
  const found = await execute(
    sql<{ record: Values }>`select ${selectRecord(row)} as record from ${table(resource)} as t
where ${row(resource.key)} = any(${ids}) order by array_position(${ids}::bigint[], ${row(resource.key)})`,
    call,
  )
  return found.map((each) => each.record)
}

/** One write of a record, as the audit stores it: in the log of the account that owns it afterwards. */
const toBulkWritten = (
  resource: AnyResource,
  id: number | undefined,
  { before, after }: Pick<Written, 'before' | 'after'>,
): Written => ({
  resource: resource.name,
  id: id ?? 0,
  accountId: getOwner(resource, after ?? before ?? {}),
  before,
  after,
})
