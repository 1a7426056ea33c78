import type { Queryable, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { SealLink } from './link.ts'

/** Adds a link to the end of the chain and returns its number. */
export async function appendLink(
  tx: Transaction,
  { kind, window_start, content, time }: Pick<SealLink, 'kind' | 'window_start' | 'content' | 'time'>,
): Promise<number> {
  const [appended] = await tx.query(
    sql<{ number: number }>`select append_seal(${kind}, ${window_start}, ${content}, ${time}) as number`,
  )
  return appended?.number ?? 0
}

/** Takes the lock that lets only one process seal at a time, until the transaction ends; false if another holds it. */
export async function takeSealLock(tx: Transaction): Promise<boolean> {
  const [lockRow] = await tx.query(
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('wachta sealing')) as locked`,
  )
  return lockRow?.locked === true
}

/** Returns the time up to which everything is sealed, in epoch milliseconds; undefined if nothing is sealed. */
export async function loadSealedTo(db: Queryable, lengthMs: number): Promise<number | undefined> {
  const [found] = await db.query(sql<{ last: Date | null }>`select max(window_start) as last from seal`)
  return found?.last ? found.last.getTime() + lengthMs : undefined
}

/** Returns the links of a window by number; if a service is in several of a kind, the last one is valid. */
export async function readLinks(db: Queryable, window_start: number): Promise<SealLink[]> {
  return db.query(sql<SealLink>`select * from seal
where window_start = ${new Date(window_start)} order by number`)
}
