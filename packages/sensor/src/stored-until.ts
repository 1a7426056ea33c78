import { setTimeout as delay } from 'node:timers/promises'
import { isWaiting } from '@wachta/runtime'
import type { Spool } from './spool/spool.ts'

/** Finding the oldest result reads from the disk, so it is done once a minute. */
const refreshIntervalMs = 60_000
/** A disk that hangs must not delay heartbeats until the lease expires. */
const maxReadWaitMs = 1_000

/**
 * Returns a function for the time up to which the centre has stored all results; null while it is unknown. The value is
 * up to a minute old, but still correct: the true time can only be later.
 */
export function createStoredUntilReader(
  spool: Pick<Spool, 'held' | 'memory' | 'oldest'>,
  now: () => number,
): () => Promise<number | null> {
  let [storedUntil, nextReadAt] = [null as number | null, 0]
  const refresh = async (): Promise<void> => {
    const time = now()
    nextReadAt = time + refreshIntervalMs
    const oldest = await spool.oldest().catch(() => undefined)
    // Results that are only in memory, or cannot be read from the disk, may be from any time.
    if (spool.memory.held === 0 && (oldest !== undefined || spool.held === 0)) storedUntil = oldest ?? time
  }
  return async () => {
    if (!isWaiting(now(), nextReadAt, refreshIntervalMs))
      await Promise.race([refresh(), delay(maxReadWaitMs, undefined, { ref: false })])
    return storedUntil
  }
}
