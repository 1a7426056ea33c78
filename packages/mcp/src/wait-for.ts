import { setTimeout as sleep } from 'node:timers/promises'

const intervalMs = 1000

/** Polls until there is a value, for at most this many seconds; returns undefined if there is none. */
export async function waitFor<Answer>(
  seconds: number,
  signal: AbortSignal,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (const end = Date.now() + seconds * 1000; ; ) {
    const answer = await ask()
    if (answer !== undefined || Date.now() >= end) return answer
    await sleep(intervalMs, undefined, { signal })
  }
}
