import { setTimeout as sleep } from 'node:timers/promises'

const intervalMs = 1000

/** Polls until there is a value, for at most this many seconds; returns undefined if there is none. */
export async function waitFor<Answer>(
  seconds: number,
  signal: AbortSignal,
  poll: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const value = await poll()
    if (value !== undefined || Date.now() >= end) return value
    await sleep(intervalMs, undefined, { signal })
  }
}
