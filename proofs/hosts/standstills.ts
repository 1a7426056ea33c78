import { setInterval as ticks } from 'node:timers/promises'

/** A time in which this process did not run, and therefore probably no process of the machine. */
export interface Standstill {
  readonly from: number
  readonly to: number
}

const tickMs = 100
/** Hosts must get over shorter ones: a check may start two seconds late. */
const leastStandstillMs = 2_000

/** Notes from now on when this process, which has nothing to do meanwhile, does not run. */
export function watchStandstills(): Disposable & { readonly standstills: readonly Standstill[] } {
  const standstills: Standstill[] = []
  const stop = new AbortController()
  void noteStandstills(standstills, stop.signal).catch(() => undefined)
  return { standstills, [Symbol.dispose]: () => stop.abort() }
}

async function noteStandstills(standstills: Standstill[], signal: AbortSignal): Promise<void> {
  let last = Date.now()
  for await (const _ of ticks(tickMs, undefined, { signal, ref: false })) {
    const now = Date.now()
    if (now - last > leastStandstillMs) standstills.push({ from: last, to: now })
    last = now
  }
}
