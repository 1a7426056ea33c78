import { sql } from 'kysely'
import { createScope, execute } from './execute.ts'
import type { AuditedWrite } from './outcome.ts'
import type { AnyResource, Call, Values } from './resource.ts'
import {
  as,
  buildKeyCondition,
  type Key,
  type ResourceRow,
  type RowTarget,
  rowRef,
  type Sql,
  selectSent,
  table,
} from './row.ts'

/** Reads a record without checking permissions; only for rows that the caller was just allowed to write. */
export async function readRecord({ resource, key }: RowTarget, call: Call): Promise<Values> {
  const row = rowRef(resource, 't', createScope(call))
  const statement = sql<{
    record: Values
  }>`select ${selectRecord(row)} as record from ${table(resource)} as t where ${buildKeyCondition(row, key)}`
  const [found] = await execute(statement, call)
  return found?.record ?? {}
}

/** The record of the row as JSON. */
export function selectRecord(row: ResourceRow): Sql {
  const { fields: declared, owner } = row.resource
  const fields = Object.keys(declared).map((name) => selectSent(row, name))
  // The audit needs the owner of a row even if the record does not show it.
  if (owner !== null && !Object.hasOwn(declared, owner)) fields.push(as(row(owner), owner))
  return sql`(select row_to_json(r) from (select ${sql.join(fields)}) as r)`
}

/** Converts a field to its column value; JSON becomes text, because the driver sends arrays as PostgreSQL arrays. */
export function toColumnValue(resource: AnyResource, name: string, value: unknown): unknown {
  const { kind, json } = resource.fields[name] ?? {}
  if (kind === 'minute') return sql`minute_of_week(${JSON.stringify(value)}::jsonb)`
  return json && value !== null ? JSON.stringify(value) : value
}

/** Builds the audit entry of a write for the account that owned the record before, or owns the new record. */
export const toAuditEntry = (
  { resource, key }: RowTarget,
  { before, after }: Pick<AuditedWrite, 'before' | 'after'>,
): AuditedWrite => ({
  resource: resource.name,
  id: formatKey(key),
  accountId: getOwner(resource, before ?? after ?? {}),
  before,
  after,
})

/** The account that owns a record; null for one that belongs to the installation. */
export function getOwner({ owner }: AnyResource, values: Values): number | null {
  const id = owner === null ? null : (values[owner] ?? null)
  return id === null ? null : Number(id)
}

const formatKey = (key: Key): string | number => (Array.isArray(key) ? key.join('/') : (key as string | number))
