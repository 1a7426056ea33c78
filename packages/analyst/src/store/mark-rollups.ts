import type { Transaction } from '@wachta/database'
import { getRollupBucketLengthMs, toRollupBucket } from '@wachta/domain'
import { encodeInt8s, encodeTimestamps } from './binary-array.ts'

interface AnalysedSlot {
  readonly service_id: number
  readonly slot: number
}

/**
 * How long after the end of a bucket an analysis is late: half of the time after which the reporter computes the rollup
 * of the bucket, because a commit takes time.
 */
const lateAfterMs = 60_000

/** Requests new rollups for buckets that may have been computed before these analyses were stored or amended. */
export async function markRollups(tx: Transaction, analyses: readonly AnalysedSlot[]): Promise<void> {
  if (analyses.length === 0) return
  await tx.run({
    // Updates an existing request too: a computation that is running now may not see these analyses.
    text: `insert into rollup_due (service_id, start) select distinct service_id, start
from unnest($1::int8[], $2::timestamptz[]) n (service_id, start) order by 1, 2
on conflict (service_id, start) do update set start = excluded.start`,
    values: [
      encodeInt8s(analyses, ({ service_id }) => service_id),
      encodeTimestamps(analyses, ({ slot }) => toRollupBucket(slot, 'five_minutes').start),
    ],
  })
}

/** Whether an analysis is stored so late that the rollup of its bucket may exist already. */
export const isLate = ({ slot }: AnalysedSlot, now: number): boolean =>
  toRollupBucket(slot, 'five_minutes').start + getRollupBucketLengthMs('five_minutes') + lateAfterMs < now
