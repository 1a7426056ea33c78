import type { Database, Queryable, Transaction } from '@wachta/database'
import {
  computeRollup,
  getRollupBucketLengthMs,
  type RollupSize,
  readRollupInput,
  rollupSizes,
  type StoredAnalysis,
  toRollupBucket,
} from '@wachta/domain'
import { findFirstAnalysisTime } from '@wachta/evidence'
import { loadAnalyses } from '@wachta/history'
import { reportUnreadable } from '@wachta/runtime'
import { type RollupRow, toRollupRows } from './rollup-rows.ts'
import {
  listRollupServices,
  type RollupWindow,
  readRollupProgress,
  saveProgress,
  saveRollups,
  tryLockRollups,
} from './rollup-store.ts'

/** Buckets are rolled up this long after they end. An analysis that is written later is marked in `rollup_due`. */
const rollupDelayMs = 120_000

/** The longest window per transaction, so that work after a long absence is done in pieces. */
const maxWindowMs: Readonly<Record<RollupSize, number>> = {
  five_minutes: 3_600_000,
  hour: 6 * 3_600_000,
  day: 86_400_000,
}
/** The maximum number of services in memory: for a window of one day, and for any window. */
const [servicesPerDayWindow, maxServices] = [10, 2000]

/**
 * Rolls up the next due window of one size. Returns false if there was nothing to do or another reporter is working.
 */
export async function computeNextRollups(database: Pick<Database, 'transaction'>, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await tryLockRollups(tx))) return false
    const progress = await createProgress(tx, now)
    for (const size of rollupSizes) {
      const window = findNextWindow(size, progress, now)
      if (!window) continue
      await computeWindowRollups(tx, { size, ...window })
      await saveProgress(tx, size, window.to)
      return true
    }
    return false
  })
}

type Progress = Record<RollupSize, number>

/**
 * Returns the progress of all sizes. If there is none yet, it starts at the first analysis, which is searched for only
 * once.
 */
async function createProgress(tx: Transaction, now: Date): Promise<Progress> {
  const known = await readRollupProgress(tx)
  const isNew = rollupSizes.some((size) => known[size] === undefined)
  const first = isNew ? ((await findFirstAnalysisTime(tx)) ?? now.getTime()) : 0
  const getStart = (size: RollupSize) => known[size] ?? toRollupBucket(first, size).start
  const progress = { five_minutes: getStart('five_minutes'), hour: getStart('hour'), day: getStart('day') }
  if (isNew) for (const size of rollupSizes) await saveProgress(tx, size, progress[size])
  return progress
}

/** Returns the next window of whole buckets that have ended; undefined if there is none. */
function findNextWindow(size: RollupSize, progress: Progress, now: Date): RollupWindow | undefined {
  const from = progress[size]
  const to = Math.min(toRollupBucket(now.getTime() - rollupDelayMs, size).start, from + maxWindowMs[size])
  return to > from ? { from, to } : undefined
}

/** A window of whole buckets of one size. */
interface BucketWindow extends RollupWindow {
  readonly size: RollupSize
}

async function computeWindowRollups(tx: Transaction, window: BucketWindow): Promise<void> {
  const batchSize = computeBatchSize(window)
  let services = await listRollupServices(tx, 0, batchSize)
  while (services.length > 0) {
    await computeServiceRollups(tx, services, window)
    services = await listRollupServices(tx, services.at(-1) ?? 0, batchSize)
  }
}

const computeBatchSize = ({ from, to }: RollupWindow): number =>
  Math.max(1, Math.min(Math.floor((servicesPerDayWindow * maxWindowMs.day) / (to - from)), maxServices))

/** Computes the buckets of the services again, in batches, and saves them. */
export async function computeServiceRollups(
  db: Queryable,
  services: readonly number[],
  window: BucketWindow,
): Promise<void> {
  const batchSize = computeBatchSize(window)
  for (let first = 0; first < services.length; first += batchSize) {
    // Only analyses that are still in PostgreSQL are rolled up.
    const analyses = await loadAnalyses({ db, history: undefined }, services.slice(first, first + batchSize), {
      start: window.from,
      end: window.to,
    })
    await saveRollups(
      db,
      [...analyses].flatMap(([service, serviceAnalyses]) => computeBuckets(service, serviceAnalyses, window.size)),
    )
  }
}

function computeBuckets(service: number, analyses: readonly StoredAnalysis[], size: RollupSize): RollupRow[] {
  const buckets = Map.groupBy(analyses, ({ time }) => toRollupBucket(time, size).start)
  return [...buckets].flatMap(([start, bucketAnalyses]) =>
    toRollupRows(
      service,
      computeRollup(
        { start, size },
        readRollupInput(bucketAnalyses, () => reportUnreadable('analysis.checks', service)),
      ),
    ),
  )
}

/** Returns the bucket of a size that contains the instant. */
export function findBucketAround(time: number, size: RollupSize): RollupWindow {
  const { start } = toRollupBucket(time, size)
  return { from: start, to: start + getRollupBucketLengthMs(size) }
}
