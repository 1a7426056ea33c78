import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'

/**
 * Runs work on a single snapshot of the database. While a document is printed, there are no statements for up to a
 * minute, after which the database would end the transaction.
 */
export const runInSnapshot = <Result>(
  database: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read read only`)
    await tx.query(sql`set local idle_in_transaction_session_timeout = '5min'`)
    return work(tx)
  })
