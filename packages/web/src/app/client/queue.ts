/**
 * Limits the number of concurrent requests. A list loads a chart per row; a hundred requests at once would delay the
 * important one and use up the rate limit of the account.
 */
export function createQueue(maxConcurrent: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      signal?.throwIfAborted()
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
