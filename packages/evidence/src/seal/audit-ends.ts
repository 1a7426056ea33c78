import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { appendLink } from './append.ts'
import { type AuditEnd, readAuditEnds, writeAuditEnds } from './content.ts'

/**
 * Seals the ends of all audit log chains that have grown, so that entries cannot be cut off unnoticed. The newest
 * entries wait for the next time, because an entry with a lower id may not be committed yet. The id of an entry divided
 * by 10^12 is the number of its cell. Entries that came from another cell are sealed with the next entry of their
 * chain.
 */
export async function sealAudit(tx: Transaction, before: Date, now: Date): Promise<void> {
  const [last] = await tx.query(
    sql<{ content: Buffer }>`select content from seal where kind = 'audit' order by number desc limit 1`,
  )
  const lastSealedId = last ? readAuditEnds(last.content).upTo : 0
  const grownChains = await tx.query(sql<
    AuditEnd & { id: number }
  >`select distinct on (tree_id) tree_id, sequence, hash, id
from audit where id > ${lastSealedId} and id / 1000000000000 = (select number from cell) and time < ${before} order by tree_id, sequence desc`)
  if (grownChains.length === 0) return
  // Times are not in the order of the ids, so an entry that waits can have a lower id than one that is sealed now.
  const [waiting] = await tx.query(sql<{ first: number | null }>`select min(id) as first from audit
where id > ${lastSealedId} and id / 1000000000000 = (select number from cell) and time >= ${before}`)
  const upTo = Math.min(
    grownChains.reduce((most, { id }) => Math.max(most, id), lastSealedId),
    (waiting?.first ?? Number.POSITIVE_INFINITY) - 1,
  )
  await appendLink(tx, {
    kind: 'audit',
    window_start: null,
    content: writeAuditEnds({ upTo, ends: grownChains }),
    time: now,
  })
}
