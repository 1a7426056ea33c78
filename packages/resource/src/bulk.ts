import { sql } from 'kysely'
import { rejectAny, type Violation } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import type { Call } from './operation.ts'
import { getOwner, selectRecord, toColumnValue } from './record.ts'
import type { AnyResource, Registry } from './registry.ts'
import type { Values } from './resource.ts'
import { belongs, flagValue, permissionFlag, rowRef, table } from './row.ts'
import { queueForOwners } from './row-locks.ts'

/** The rows of a bulk operation: ids as the request gave them, and where in the request they stand. */
export interface BulkTargets {
  readonly ids: readonly number[]
  /** Where violations are reported, such as `data.ids`. */
  readonly at: string
}

/**
 * Locks all the rows and returns their records in the order of the ids, or rejects the whole request and names every id
 * that stands in its way. Rows are locked in the order of their keys, so that two bulk requests never wait for each other.
 */
export async function lockRows(
  registry: Registry,
  resource: AnyResource,
  { ids, at }: BulkTargets,
  permission: string,
  call: Call,
): Promise<Values[]> {
  const scope = createScope(registry, call)
  const row = rowRef(resource, 't', scope)
  const chosen = sql`from ${table(resource)} as t where ${row(resource.key)} = any(${ids}) and ${belongs(resource, row, 'read', scope)}`
  await queueForOwners(registry, resource, chosen, call)
  await execute(sql`select ${chosen} order by ${row(resource.key)} for update of t`, call)
  // Asked again once the locks are there: a right that was taken away while this waited is gone.
  const found = await execute(
    sql<{ key: number; record: Values; allowed: boolean }>`select ${row(resource.key)} as key,
  ${selectRecord(resource, scope)} as record, ${flagValue(resource, row, permission, scope)} as allowed ${chosen}`,
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
  return ids.map((id) => byKey.get(id)?.record ?? {})
}

/** Those of the ids whose rows the caller holds the flag of, asked for all at once; see `holds`. */
export async function heldAmong(
  registry: Registry,
  resource: AnyResource,
  ids: readonly number[],
  permission: string,
  call: Call,
): Promise<ReadonlySet<number>> {
  const scope = createScope(registry, call)
  const row = rowRef(resource, 't', scope)
  const found = await execute(
    sql<{ key: number }>`select ${row(resource.key)} as key from ${table(resource)} as t
where ${row(resource.key)} = any(${ids}) and ${belongs(resource, row, 'read', scope)} and ${permissionFlag(resource, row, permission, scope)}`,
    call,
  )
  return new Set(found.map(({ key }) => key))
}

/** Inserts many rows at once, under parents that the caller has been allowed to add to; returns their ids in order. */
export async function createRows(
  registry: Registry,
  resource: AnyResource,
  rows: readonly Values[],
  call: Call,
): Promise<number[]> {
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
  const after = await readRecords(registry, resource, ids, call)
  await call.record(...after.map((each, index) => toWritten(resource, ids[index], null, each)))
  return ids
}

/** Sets the same values on many rows that were locked before. */
export async function updateRows(
  registry: Registry,
  resource: AnyResource,
  before: readonly Values[],
  values: Values,
  call: Call,
): Promise<void> {
  const ids = before.map((each) => Number(each[resource.key]))
  const assignments = Object.entries(values).map(
    ([name, value]) => sql`${sql.id(name)} = ${toColumnValue(resource, name, value)}`,
  )
  if (ids.length === 0 || assignments.length === 0) return
  await execute(
    sql`update ${table(resource)} set ${sql.join(assignments)} where ${sql.id(resource.key)} = any(${ids})`,
    call,
  )
  const after = await readRecords(registry, resource, ids, call)
  await call.record(...after.map((each, index) => toWritten(resource, ids[index], before[index] ?? null, each)))
}

/** Deletes many rows that were locked before. */
export async function deleteRows(resource: AnyResource, before: readonly Values[], call: Call): Promise<void> {
  const ids = before.map((each) => Number(each[resource.key]))
  await call.record(...before.map((each, index) => toWritten(resource, ids[index], each, null)))
  await execute(sql`delete from ${table(resource)} where ${sql.id(resource.key)} = any(${ids})`, call)
}

/** The records as they are now, in the order of the ids. */
export async function readRecords(
  registry: Registry,
  resource: AnyResource,
  ids: readonly number[],
  call: Call,
): Promise<Values[]> {
  const scope = createScope(registry, call)
  const row = rowRef(resource, 't', scope)
  const found = await execute(
    sql<{ record: Values }>`select ${selectRecord(resource, scope)} as record from ${table(resource)} as t
where ${row(resource.key)} = any(${ids}) order by array_position(${ids}::bigint[], ${row(resource.key)})`,
    call,
  )
  return found.map((each) => each.record)
}

/** One write of a record, as the audit stores it: in the log of the account that owns it afterwards. */
const toWritten = (resource: AnyResource, id: number | undefined, before: Values | null, after: Values | null) => ({
  resource: resource.name,
  id: id ?? 0,
  accountId: getOwner(resource, after ?? before ?? {}),
  before,
  after,
})
