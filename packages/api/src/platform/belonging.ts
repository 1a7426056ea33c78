import type { Call, Violation } from '@wachta/resource'
import { sql } from 'kysely'

/** Ids that a field of the request names, and the resource that they are of. */
interface References {
  readonly resource: string
  readonly ids: unknown
  readonly field: string
}

/**
 * The violation of a list that names rows beyond the account. Those that it rightly names cannot be deleted before the
 * request is done: whoever deletes one afterwards finds the list and takes it out.
 */
export async function belongingViolations(
  { resource, table, ids, field }: References & { readonly table: string },
  ownerId: number,
  call: Call,
): Promise<Violation[]> {
  if (!Array.isArray(ids) || ids.length === 0) return []
  const found = await call.db.query(
    sql<{
      id: number
    }>`select id from ${sql.table(table)} where id = any(${ids}) and owner_id = ${ownerId} order by id for key share`,
  )
  const own = new Set(found.map(({ id }) => id))
  return strangerViolations({ resource, ids: ids.filter((id) => !own.has(id)), field }, call)
}

/** That a row belongs to somebody else is only told to those who may read it; to others it does not exist. */
export async function strangerViolations(
  { resource, ids, field }: References & { readonly ids: readonly number[] },
  call: Call,
): Promise<Violation[]> {
  for (const id of ids) if (!(await call.holds(resource, id, 'read'))) return [{ symbol: 'unknown_reference', field }]
  return ids.length > 0 ? [{ symbol: 'belongs_to_another_account', field }] : []
}
