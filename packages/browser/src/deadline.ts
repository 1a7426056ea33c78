import { type CheckSettings, readNumberSetting } from '@wachta/checks'

/** Thrown when the deadline passes before the awaited result arrives. */
export class LateError extends Error {
  override readonly name = 'Late'
}

/** Waits for work at most this long. Work that continues afterwards must not cause an unhandled rejection. */
export function withTimeout<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LateError(`not done within ${Math.round(limitMs)} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The time that is left of a limit. */
export interface Deadline {
  readonly remainingMs: number
  /** The same for Playwright, where 0 means no limit: at least the time to find an element that already exists. */
  readonly timeoutMs: number
}

const minTimeoutMs = 100

export function startDeadline(limitMs: number): Deadline {
  const end = performance.now() + limitMs
  const getRemainingMs = () => Math.max(0, end - performance.now())
  return {
    get remainingMs() {
      return getRemainingMs()
    },
    get timeoutMs() {
      return Math.max(minTimeoutMs, getRemainingMs())
    },
  }
}

const defaultTimeoutMs = 30_000

/** The time that the settings of a service allow for a page, or for all steps of a scenario. */
export const getTimeLimitMs = (settings: CheckSettings): number =>
  readNumberSetting(settings, 'timeout') ?? defaultTimeoutMs
