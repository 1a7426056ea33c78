import { setTimeout as wait } from 'node:timers/promises'

/** Polls until there is a value. */
export async function waitForValue<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await read()
    if (found !== undefined) return found
    await wait(100)
  }
  throw new Error('timed out waiting for a value')
}
