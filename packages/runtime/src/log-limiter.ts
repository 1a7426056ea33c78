import { isWaiting } from './is-waiting.ts'

const maxKeys = 1_000

/** Returns the number of suppressed lines if the key may be logged again now, otherwise undefined. */
export type LogLimiter = (key: string | number) => { readonly suppressed: number } | undefined

/**
 * Limits log lines about external events to one per key and period. If there are too many keys, those logged longest
 * ago are forgotten.
 */
export function createLogLimiter(periodMs = 60_000, now: () => number = Date.now): LogLimiter {
  const lastLogged = new Map<string | number, { readonly at: number; suppressed: number }>()
  return (key) => {
    const last = lastLogged.get(key)
    if (last !== undefined && isWaiting(now(), last.at + periodMs, periodMs)) {
      last.suppressed += 1
      return undefined
    }
    lastLogged.delete(key)
    lastLogged.set(key, { at: now(), suppressed: 0 })
    const [oldest] = lastLogged.keys()
    if (lastLogged.size > maxKeys && oldest !== undefined) lastLogged.delete(oldest)
    return { suppressed: last?.suppressed ?? 0 }
  }
}
