import { setTimeout as wait } from 'node:timers/promises'

/** Polls until there is a value. */
export async function waitForValue<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look()
    if (found !== undefined) return found
    await wait(100)
  }
  throw new Error('it did not come about')
}
