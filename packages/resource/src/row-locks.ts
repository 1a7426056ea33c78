import { sql } from 'kysely'
import { reject } from './api-error.ts'
import { createScope, execute } from './execute.ts'
import { selectRecord } from './record.ts'
import type { AnyResource, Call, Values } from './resource.ts'
import {
  buildAccessCondition,
  buildKeyCondition,
  type RowTarget,
  rowRef,
  type Sql,
  selectFlagValue,
  table,
} from './row.ts'

/**
 * Locks the row and returns its record if the caller holds the permission. Otherwise rejects: with 404 if the caller
 * may not read the row, with 403 if it may.
 */
export async function lockRow({ resource, key }: RowTarget, permission: string, call: Call): Promise<Values> {
  const row = rowRef(resource, 't', createScope(call))
  const chosenRows = sql`from ${table(resource)} as t where ${buildKeyCondition(row, key)} and ${buildAccessCondition(row, 'read')}`
  await lockOwners(resource, chosenRows, call)
  await execute(sql`select ${chosenRows} for update of t`, call)
  // Read after locking: a permission that was revoked while this waited no longer counts.
  const statement = sql<{ record: Values; allowed: boolean }>`select ${selectRecord(row)} as record,
  ${selectFlagValue(row, permission)} as allowed ${chosenRows}`
  const [found] = await execute(statement, call)
  if (!found) return reject('not_found')
  return found.allowed ? found.record : reject('forbidden')
}

/**
 * Locks the accounts that own the chosen rows. All writers lock the account before its rows, so they cannot deadlock,
 * and a writer that counts rows sees all rows committed before.
 */
export async function lockOwners({ owner }: AnyResource, chosenRows: Sql, call: Call): Promise<void> {
  if (owner !== null) await lockAccounts(sql`select t.${sql.id(owner)} ${chosenRows}`, call)
}

/** Locks an account, for writes to many of its rows. */
export const lockAccount = (id: number, call: Call): Promise<void> => lockAccounts(sql`${id}`, call)

async function lockAccounts(accounts: Sql, call: Call): Promise<void> {
  const account = table(call.registry.get('account'))
  await execute(sql`select from ${account} as a where a.id in (${accounts}) order by a.id for no key update`, call)
}
