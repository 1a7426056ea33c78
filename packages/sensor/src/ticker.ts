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

const busyIntervalMs = 50
const idleIntervalMs = 1_000

export function createTicker({ tick, isIdle }: TickerOptions): Ticker {
  let wakeController = new AbortController()
  return {
    wake: () => wakeController.abort(),
    async runUntil(signal) {
      while (!signal.aborted) {
        wakeController = new AbortController()
        tick()
        const [ms, waitSignal] = isIdle()
          ? [idleIntervalMs, AbortSignal.any([signal, wakeController.signal])]
          : [busyIntervalMs, signal]
        await delay(ms, undefined, { signal: waitSignal }).catch(() => undefined)
      }
    },
  }
}
