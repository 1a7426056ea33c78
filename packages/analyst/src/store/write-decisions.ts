import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'
import type { AnalysisToStore } from '../slots/open-slot.ts'
import { encodeByteas, encodeInt4s, encodeInt8s, encodeTimestamps } from './binary-array.ts'
import { writeCheckDetails } from './write-analyses.ts'

/**
 * Stores the checks received so far of slots that are decided but still open, because notifications about them have
 * already been sent.
 */
export async function writeDecisions(tx: Transaction, decided: readonly AnalysisToStore[]): Promise<void> {
  if (decided.length === 0) return
  await tx.run({
    text: `insert into early_decision (service_id, time, revision, checks)
select n.service_id, n.time, n.revision, n.checks
from unnest($1::int8[], $2::timestamptz[], $3::int4[], $4::bytea[]) n (service_id, time, revision, checks)
join service v on v.id = n.service_id order by n.service_id
on conflict (service_id) do update set time = excluded.time, revision = excluded.revision, checks = excluded.checks`,
    values: [
      encodeInt8s(decided, (row) => row.service_id),
      encodeTimestamps(decided, (row) => row.slot),
      encodeInt4s(decided, (row) => row.revision),
      encodeByteas(decided, (row) => row.checks),
    ],
  })
  await writeCheckDetails(
    tx,
    decided.flatMap(({ service_id, slot, details }) => details.map((one) => ({ service_id, slot, ...one }))),
  )
}

/** Deletes the early decisions of services whose analyses are stored now. */
export async function deleteDecisions(tx: Transaction, service_ids: readonly number[]): Promise<void> {
  if (service_ids.length > 0) await tx.query(sql`delete from early_decision where service_id = any(${service_ids})`)
}
