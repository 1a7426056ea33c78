import { ApiError, NetworkError } from './errors.ts'

const attempts = 3
const longestWait = 30

/** Tries again, twice at most, what failed for a reason that passes. Only for requests that may be made twice. */
export async function retrying<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let made = 1; ; made += 1) {
    try {
      return await attempt()
    } catch (error) {
      const wait = waitBefore(error, made)
      if (made === attempts || wait === undefined) throw error
      await sleep(wait * 1000, signal)
    }
  }
}

/** Seconds until another attempt is worth it; undefined where none is. */
function waitBefore(error: unknown, made: number): number | undefined {
  if (error instanceof NetworkError) return 0.25 * 4 ** (made - 1)
  if (!(error instanceof ApiError) || ![429, 503].includes(error.status)) return undefined
  const { retryAfter } = error
  return retryAfter !== undefined && retryAfter <= longestWait ? retryAfter : undefined
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
