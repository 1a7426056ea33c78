import { reject } from '@wachta/resource'

/** The number of concurrent writes per account. More would wait for each other's locks, each holding a connection. */
const maxRunning = 3
const maxWaiting = 200

interface WriteQueue {
  running: number
  readonly waiting: (() => void)[]
}

export type WriteLimiter = <T>(account: number | null, work: () => Promise<T>) => Promise<T>

/** Limits the concurrent writes of each account, so that one account cannot use up the database connections. */
export function createWriteLimiter(): WriteLimiter {
  const queues = new Map<number, WriteQueue>()
  return async (account, work) => {
    if (account === null) return work()
    const queue = queues.get(account) ?? { running: 0, waiting: [] }
    queues.set(account, queue)
    if (queue.running >= maxRunning) await waitForTurn(queue)
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
  if (waiting.length >= maxWaiting) reject('too_busy')
  return new Promise((resolve) => void waiting.push(resolve))
}
