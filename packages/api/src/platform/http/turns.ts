import { reject } from '@wachta/resource'

/** The number of concurrent writes per account. More would wait for each other's locks, each holding a connection. */
const maximumRunning = 3
const maximumWaiting = 200

interface WriteQueue {
  running: number
  readonly waiting: (() => void)[]
}

export type Turns = <T>(account: number | null, work: () => Promise<T>) => Promise<T>

/** Limits the concurrent writes of each account, so that one account cannot use up the database connections. */
export function createTurns(): Turns {
  const queues = new Map<number, WriteQueue>()
  return async (account, work) => {
    if (account === null) return work()
    const queue = queues.get(account) ?? { running: 0, waiting: [] }
    queues.set(account, queue)
    if (queue.running >= maximumRunning) await waitForTurn(queue)
    else queue.running += 1
    try {
      return await work()
    } finally {
      // The next waiting write takes over this slot, so the count only decreases if none is waiting.
      const next = queue.waiting.shift()
      if (next) next()
      else queue.running -= 1
      if (queue.running === 0) queues.delete(account)
    }
  }
}

function waitForTurn({ waiting }: WriteQueue): Promise<void> {
  if (waiting.length >= maximumWaiting) reject('too_busy')
  return new Promise((resolve) => void waiting.push(resolve))
}
