import type { Connection } from '@wachta/resource'
import { sql } from 'kysely'

/** So many messages are delivered by one job. */
const deliveredAtOnce = 20

/** Has it decided anew who is to be told of the occurrences, in the transaction that gives cause to it. */
export const notify = (db: Connection, occurrences: readonly number[]): Promise<void> =>
  add(db, 'tell', { occurrences })

/** Has messages of one channel sent. */
export async function deliver(db: Connection, notifications: readonly number[]): Promise<void> {
  for (let first = 0; first < notifications.length; first += deliveredAtOnce)
    await add(db, 'deliver', { notifications: notifications.slice(first, first + deliveredAtOnce) })
}

async function add(db: Connection, task: 'tell' | 'deliver', payload: object): Promise<void> {
  await db.query(sql`select from graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json)`)
}
