import { setTimeout as wait } from 'node:timers/promises'

const timeoutMs = 180_000

/** Retries work that an outage of the database prevented, as the processes do. */
export async function retryUntilDone<T>(work: () => Promise<T>): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > end) throw error
      await wait(200)
    }
  }
}
