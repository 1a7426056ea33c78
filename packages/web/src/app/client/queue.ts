/**
 * Lets a few run at once and the rest wait their turn. A list asks for a picture per row; a hundred requests at once
 * would stand in the way of the one that matters, and spend the account's allowance.
 */
export function createQueue(width: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (running >= width) await new Promise<void>((resolve) => waiting.push(resolve))
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
