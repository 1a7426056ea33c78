import type { Call, Violation } from '@wachta/resource'
import { sql } from 'kysely'

/** Ids in a field of the request, and the resource that they identify. */
interface References {
  readonly resource: string
  readonly ids: unknown
  readonly field: string
}

/**
 * Returns a violation if the list contains rows of other accounts. The rows of the account are locked until the
 * transaction ends: a later deletion then finds the stored list and removes the id from it.
 */
export async function findBelongingViolations(
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
  const ownIds = new Set(found.map(({ id }) => id))
  return createForeignRowViolations({ resource, ids: ids.filter((id) => !ownIds.has(id)), field }, call)
}

/** Returns the violation for rows of other accounts; it reveals that they exist only to a caller who may read them. */
export async function createForeignRowViolations(
  { resource, ids, field }: References & { readonly ids: readonly number[] },
  call: Call,
): Promise<Violation[]> {
  for (const id of ids) if (!(await call.holds(resource, id, 'read'))) return [{ symbol: 'unknown_reference', field }]
  return ids.length > 0 ? [{ symbol: 'belongs_to_another_account', field }] : []
}
