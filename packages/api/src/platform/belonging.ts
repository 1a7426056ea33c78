import type { Call, Violation } from '@wachta/resource'
import { sql } from 'kysely'

/** Rows that a list of ids may name: what the resource is called, and where its rows are. */
export interface ReferencedRows {
  readonly resource: string
  readonly table: string
}

/**
 * The violation of a list that names rows beyond the account. Those that it rightly names cannot be deleted before the
 * request is done: whoever deletes one afterwards finds the list and takes it out.
 */
export async function belongingViolations(
  { resource, table }: ReferencedRows,
  ids: unknown,
  { ownerId, at }: { readonly ownerId: number; readonly at: string },
  call: Call,
): Promise<Violation[]> {
  if (!Array.isArray(ids) || ids.length === 0) return []
  const found = await call.db.query(
    sql<{
      id: number
    }>`select id from ${sql.table(table)} where id = any(${ids}) and owner_id = ${ownerId} order by id for key share`,
  )
  const own = new Set(found.map(({ id }) => id))
  return strangerViolations(
    resource,
    ids.filter((id) => !own.has(id)),
    at,
    call,
  )
}

/** That a row belongs to somebody else is only told to those who may read it; to others it does not exist. */
export async function strangerViolations(
  resource: string,
  strangers: readonly number[],
  field: string,
  call: Call,
): Promise<Violation[]> {
  for (const id of strangers)
    if (!(await call.holds(resource, id, 'read'))) return [{ symbol: 'unknown_reference', field }]
  return strangers.length > 0 ? [{ symbol: 'belongs_to_another_account', field }] : []
}
