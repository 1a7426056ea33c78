import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import type { ChainHead } from '../seal/link.ts'

/** Loads the last link of the hash chain; null if there is none yet. */
export async function loadHead(db: Queryable): Promise<(ChainHead & { readonly time: Date }) | null> {
  const [head] = await db.query(sql<ChainHead & { time: Date }>`select number, encode(hash, 'hex') as hash, time
from seal order by number desc limit 1`)
  return head ?? null
}
