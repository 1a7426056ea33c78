import { ApiError, NetworkError } from './errors.ts'

const maxAttempts = 3
const maxWaitSeconds = 30

/** Retries temporary errors at most twice. Only for requests that are safe to repeat. */
export async function retryTemporaryErrors<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      return await attempt()
    } catch (error) {
      const waitSeconds = getWaitSeconds(error, attemptNumber)
      if (attemptNumber === maxAttempts || waitSeconds === undefined) throw error
      await sleep(waitSeconds * 1000, signal)
    }
  }
}

/** Returns the seconds until the next attempt; undefined if the error is not temporary. */
function getWaitSeconds(error: unknown, attemptNumber: number): number | undefined {
  if (error instanceof NetworkError) return 0.25 * 4 ** (attemptNumber - 1)
  if (!(error instanceof ApiError) || ![429, 503].includes(error.status)) return undefined
  const { retryAfter } = error
  return retryAfter !== undefined && retryAfter <= maxWaitSeconds ? retryAfter : undefined
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
