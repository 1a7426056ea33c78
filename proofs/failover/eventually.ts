import { setTimeout as wait } from 'node:timers/promises'

/** Polls until the condition holds; an error counts as not yet. Returns whether it held in time. */
export async function eventually(
  timeoutMs: number,
  condition: () => Promise<boolean>,
  intervalMs = 200,
): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (await condition().catch(() => false)) return true
    await wait(intervalMs)
  }
  return false
}
