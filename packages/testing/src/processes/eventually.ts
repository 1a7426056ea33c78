import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { StartedProcess } from './start-process.ts'

/** Polls until something is found; on a timeout, the error contains the logs of the processes. */
export const eventuallyWith =
  (processes: readonly StartedProcess[], defaultSeconds: number) =>
  async <T>(what: string, find: () => T | undefined | Promise<T | undefined>, seconds = defaultSeconds): Promise<T> => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await wait(100)) {
      const found = await find()
      if (found !== undefined) return found
    }
    return assert.fail(`${what} did not happen within ${seconds} s\n${processes.map((each) => each.log()).join('\n')}`)
  }
