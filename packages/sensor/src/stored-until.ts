import type { Spool } from './spool/spool.ts'

/** Finding the oldest result reads from the disk, so it is done once a minute. */
const everyMs = 60_000

/**
 * Follows up to where the centre has stored all results. An answer that is a minute old is still true: it is only earlier
 * than it could be. Null before it is known.
 */
export function followStoredResults(
  spool: Pick<Spool, 'held' | 'memory' | 'oldest'>,
  now: () => number,
): () => Promise<number | null> {
  let [known, next] = [null as number | null, 0]
  return async () => {
    if (now() < next) return known
    const time = now()
    next = time + everyMs
    const oldest = await spool.oldest()
    // Results in memory only, or that the disk does not give back, may be of any time.
    if (spool.memory.held === 0 && (oldest !== undefined || spool.held === 0)) known = oldest ?? time
    return known
  }
}
