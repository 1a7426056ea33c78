import { setTimeout as delay } from 'node:timers/promises'

export interface TickerOptions {
  readonly tick: () => void
  /** Whether nothing waits to be sent. */
  readonly isIdle: () => boolean
}

/** Calls `tick` twenty times a second while something waits to be sent, and otherwise once a second. */
export interface Ticker {
  /** Call it when there is something to send. */
  wake(): void
  runUntil(signal: AbortSignal): Promise<void>
}

const busyMs = 50
const idleMs = 1_000

export function createTicker({ tick, isIdle }: TickerOptions): Ticker {
  let rest = new AbortController()
  return {
    wake: () => rest.abort(),
    async runUntil(signal) {
      while (!signal.aborted) {
        rest = new AbortController()
        tick()
        const [ms, end] = isIdle() ? [idleMs, AbortSignal.any([signal, rest.signal])] : [busyMs, signal]
        await delay(ms, undefined, { signal: end }).catch(() => undefined)
      }
    },
  }
}
