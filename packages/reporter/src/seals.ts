import type { Database } from '@wachta/database'
import { sealAmended, sealNext } from '@wachta/evidence'
import type { Log } from '@wachta/runtime'

interface SealingOptions {
  readonly database: Pick<Database, 'transaction'>
  readonly stopping: AbortSignal
  readonly log: Pick<Log, 'error'>
  readonly now: () => Date
  /** The maximum duration of each of the two loops, because rollups, partitions and retention wait meanwhile. */
  readonly maxDurationMs?: number
}

/** Seals ended and amended windows for a limited time. Returns false if the time was over before the work was done. */
export async function keepSealing(options: SealingOptions): Promise<boolean> {
  const { database, now, maxDurationMs = 10_000 } = options
  const isCaughtUp = await repeatUntilDone(
    options.stopping,
    maxDurationMs,
    async () => !(await sealNext(database, now())),
  )
  const areAmendedSealed = await repeatUntilDone(options.stopping, maxDurationMs, () => sealNextAmended(options))
  return isCaughtUp && areAmendedSealed
}

async function sealNextAmended({ database, log, now }: SealingOptions): Promise<boolean> {
  const { isDone, unexplained } = await sealAmended(database, now())
  for (const { service_id, window_start } of unexplained)
    log.error(
      { service_id, window_start },
      'sealed data was changed other than by an amendment, which may be tampering: it is not sealed again; run wachta verify',
    )
  return isDone
}

/** Repeats the work until it returns true, the time is over or the process stops. Returns false if the time is over. */
async function repeatUntilDone(
  stopping: AbortSignal,
  maxDurationMs: number,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const deadline = performance.now() + maxDurationMs
  do {
    if (stopping.aborted || (await work())) return true
  } while (performance.now() < deadline)
  return false
}
