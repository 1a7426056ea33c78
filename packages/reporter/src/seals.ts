import type { Database } from '@wachta/database'
import { sealAmended, sealNext } from '@wachta/evidence'
import type { Log } from '@wachta/runtime'

interface SealingOptions {
  readonly database: Pick<Database, 'transaction'>
  readonly stopping: AbortSignal
  readonly log: Pick<Log, 'error'>
  readonly now: () => Date
  /** The maximum duration of each of the two loops, because rollups, partitions and retention wait meanwhile. */
  readonly longestMs?: number
}

/** Seals ended and amended windows for a limited time. Returns false if work is left. */
export async function keepSealing(sealing: SealingOptions): Promise<boolean> {
  const { database, now, longestMs = 10_000 } = sealing
  const isCaughtUp = await repeat(sealing.stopping, longestMs, async () => !(await sealNext(database, now())))
  const isAmended = await repeat(sealing.stopping, longestMs, () => sealSomeAmended(sealing))
  return isCaughtUp && isAmended
}

async function sealSomeAmended({ database, log, now }: SealingOptions): Promise<boolean> {
  const { isDone, unexplained } = await sealAmended(database, now())
  for (const { service_id, window_start } of unexplained)
    log.error(
      { service_id, window_start },
      'sealed data was changed other than by an amendment, which may be tampering: it is not sealed again; run wachta verify',
    )
  return isDone
}

/** Repeats the work until it returns true, or until the time is over. Returns whether it is done. */
async function repeat(stopping: AbortSignal, longestMs: number, work: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + longestMs
  do {
    if (stopping.aborted || (await work())) return true
  } while (performance.now() < end)
  return false
}
