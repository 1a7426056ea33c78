import { setTimeout as wait } from 'node:timers/promises'

/** Polls until the condition holds; an error counts as no. Returns whether it did in time. */
export async function eventually(patienceMs: number, ask: () => Promise<boolean>, everyMs = 200): Promise<boolean> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    if (await ask().catch(() => false)) return true
    await wait(everyMs)
  }
  return false
}
