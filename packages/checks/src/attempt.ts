import type { CheckContext } from './check-context.ts'
import { OpenNetwork } from './network/open-network.ts'
import type { Probe } from './probe.ts'

/** The methods of a probe that only read. */
const readMethods: ReadonlySet<string | symbol> = new Set<keyof Probe>(['now', 'today', 'hasKept'])

/** Creates a probe that works like the given one until the signal is aborted or the check is over. */
export function createAttempt(probe: Probe, context: CheckContext, until: AbortSignal): Probe {
  const signal = AbortSignal.any([probe.signal, until])
  const attempt = new Proxy(probe, {
    get: (target, key) => {
      if (key === 'signal') return signal
      if (key === 'network') return network
      const member: unknown = Reflect.get(target, key)
      if (typeof member !== 'function') return member
      return (...values: unknown[]): unknown =>
        signal.aborted && !readMethods.has(key) ? undefined : Reflect.apply(member, target, values)
    },
  })
  // A name lookup cannot be aborted, so the network must not report to the given probe what it finds too late.
  const network = new OpenNetwork(attempt, context)
  signal.addEventListener('abort', () => network.close(), { once: true })
  return attempt
}
