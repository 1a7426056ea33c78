import type { Call } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'

/**
 * Writers of one account that count what it has, or that touch many of its rows, go one after another: each counts what
 * the former has committed. The account is always locked before anything of it, so that no two wait for each other.
 */
export async function lockAccount(ownerId: number, { db }: Pick<Call, 'db'>): Promise<void> {
  await db.query(sql`select from account where id = ${ownerId} for no key update`)
}

/** Locks the accounts that rows of a table belong to, before the rows themselves are. */
export const lockAccountsOf =
  (table: 'service' | 'service_group') =>
  async (ids: number | readonly number[], { db }: Pick<Call, 'db'>): Promise<void> => {
    const owners: RawBuilder<unknown> = sql`select owner_id from ${sql.table(table)} where id = any(${[ids].flat()})`
    await db.query(sql`select from account where id in (${owners}) order by id for no key update`)
  }
