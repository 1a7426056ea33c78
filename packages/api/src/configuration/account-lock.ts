import type { Call } from '@wachta/resource'
import { sql } from 'kysely'

/**
 * Writers of one account that count what it has go one after another: each counts what the former has committed. The
 * account is always locked before anything of it, so that no two wait for each other.
 */
export async function lockAccount(ownerId: number, { db }: Pick<Call, 'db'>): Promise<void> {
  await db.query(sql`select from account where id = ${ownerId} for no key update`)
}
