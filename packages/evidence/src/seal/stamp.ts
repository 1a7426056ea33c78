import type { Queryable } from '@wachta/database'
import { readTimeStampToken } from '@wachta/signature'
import { sql } from 'kysely'
import { loadHead } from '../verify/head.ts'

/** Asks an authority for a time stamp of a SHA-256 digest, and returns the token in DER. */
export type StampDigest = (digest: Buffer) => Promise<Uint8Array>

export type StampOutcome = 'stamped' | 'not_due'

/**
 * Obtains a time stamp for the end of the chain, once a day in UTC. Several processes may try at the same time: the
 * first stamp of a day is kept, and the others are dropped.
 */
export async function stampHead(db: Queryable, now: Date, stamp: StampDigest): Promise<StampOutcome> {
  const day = now.toISOString().slice(0, 10)
  const [stampOfDay] = await db.query(sql`select from seal_stamp where day = ${day}::date`)
  const head = stampOfDay ? null : await loadHead(db)
  if (head === null || (await isStamped(db, head.number))) return 'not_due'
  const hash = Buffer.from(head.hash, 'hex')
  const { bytes, time } = readTimeStampToken(await stamp(hash))
  const inserted = await db.query(sql`insert into seal_stamp (day, number, hash, token, time)
values (${day}::date, ${head.number}, ${hash}, ${bytes}, ${time}) on conflict do nothing returning day`)
  return inserted.length > 0 ? 'stamped' : 'not_due'
}

/** A chain that has not grown needs no further stamp. */
async function isStamped(db: Queryable, number: number): Promise<boolean> {
  const rows = await db.query(sql`select from seal_stamp where number = ${number}`)
  return rows.length > 0
}
