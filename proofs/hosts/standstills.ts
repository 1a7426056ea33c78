import { setInterval as ticks } from 'node:timers/promises'

/** A time in which this process did not run, and therefore probably no process of the machine. */
export interface Standstill {
  readonly from: number
  readonly to: number
}

const tickMs = 100
/** Hosts must tolerate shorter ones: a check may start two seconds late. */
const minStandstillMs = 2_000

/** Records from now on when this process did not run, although it was idle and only waited for a timer. */
export function watchStandstills(): Disposable & { readonly standstills: readonly Standstill[] } {
  const standstills: Standstill[] = []
  const stop = new AbortController()
  void recordStandstills(standstills, stop.signal).catch(() => undefined)
  return { standstills, [Symbol.dispose]: () => stop.abort() }
}

async function recordStandstills(standstills: Standstill[], signal: AbortSignal): Promise<void> {
  let last = Date.now()
  for await (const _ of ticks(tickMs, undefined, { signal, ref: false })) {
    const now = Date.now()
    if (now - last > minStandstillMs) standstills.push({ from: last, to: now })
    last = now
  }
}
