import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'

/** Runs `read` in a transaction in which all queries see the same snapshot. */
export async function readSnapshot<T>(
  database: Pick<Database, 'transaction'>,
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read, read only`)
    return read(tx)
  })
}
