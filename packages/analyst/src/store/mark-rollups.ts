import type { Transaction } from '@wachta/database'
import { bucketLength, toBucket } from '@wachta/domain'
import { int8s, timestamps } from './binary-array.ts'

interface Analysed {
  readonly service_id: number
  readonly slot: number
}

/** Figures of a bucket are made soon after its end. */
const soon_ms = 60_000

/**
 * Asks for the figures of buckets that may have been made before these analyses were there, or were what they are now.
 */
export async function markRollups(tx: Transaction, analyses: readonly Analysed[]): Promise<void> {
  if (analyses.length === 0) return
  await tx.run({
    // Also where it is asked for already: whoever is making the figures just now may not see these any more.
    text: `insert into rollup_due (service_id, start) select distinct service_id, start
from unnest($1::int8[], $2::timestamptz[]) n (service_id, start) order by 1, 2
on conflict (service_id, start) do update set start = excluded.start`,
    values: [
      int8s(analyses, ({ service_id }) => service_id),
      timestamps(analyses, ({ slot }) => toBucket(slot, 'five_minutes').start),
    ],
  })
}

/** Whether an analysis is written so late that the figures of its bucket may be there already. */
export const isLate = ({ slot }: Analysed, now: number): boolean =>
  toBucket(slot, 'five_minutes').start + bucketLength('five_minutes') + soon_ms < now
