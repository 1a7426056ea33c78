import { sql } from 'kysely'
import { createScope, execute } from './execute.ts'
import type { Call, Written } from './operation.ts'
import type { AnyResource, Registry } from './registry.ts'
import type { Values } from './resource.ts'
import { as, isRow, type Key, rowRef, type Scope, type Sql, sent, table } from './row.ts'

/** Reads a record without checking permissions: only for a row that the caller has just been allowed to write. */
export async function readRecord(registry: Registry, resource: AnyResource, key: Key, call: Call): Promise<Values> {
  const scope = createScope(registry, call)
  const row = rowRef(resource, 't', scope)
  const statement = sql<{
    record: Values
  }>`select ${selectRecord(resource, scope)} as record from ${table(resource)} as t where ${isRow(resource, row, key)}`
  const [found] = await execute(statement, call)
  return found?.record ?? {}
}

/** The record of the row `t` as JSON. */
export function selectRecord(resource: AnyResource, scope: Scope): Sql {
  const row = rowRef(resource, 't', scope)
  const fields = Object.keys(resource.fields).map((name) => sent(resource, row, name, scope))
  // The audit needs the owner of a row even if the record does not show it.
  const { owner } = resource
  if (owner !== null && !Object.hasOwn(resource.fields, owner)) fields.push(as(row(owner), owner))
  return sql`(select row_to_json(r) from (select ${sql.join(fields)}) as r)`
}

/** A field as its column takes it. JSON goes to the driver as text: given an array, it would write a PostgreSQL array. */
export function toColumnValue(resource: AnyResource, name: string, value: unknown): unknown {
  const { kind, json } = resource.fields[name] ?? {}
  if (kind === 'minute') return sql`minute_of_week(${JSON.stringify(value)}::jsonb)`
  return json && value !== null ? JSON.stringify(value) : value
}

/** One write of a record, as the audit stores it: in the log of the account that owned it before. */
export const toWritten = (
  resource: AnyResource,
  key: Key,
  { before, after }: Pick<Written, 'before' | 'after'>,
): Written => ({
  resource: resource.name,
  id: formatKey(key),
  accountId: getOwner(resource, before ?? after ?? {}),
  before,
  after,
})

export const getOwner = ({ owner }: AnyResource, values: Values): number | null =>
  owner === null ? null : Number(values[owner])

const formatKey = (key: Key): string | number => (Array.isArray(key) ? key.join('/') : (key as string | number))
