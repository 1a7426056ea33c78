import type { Logger } from 'pino'

const CHECK_TIMEOUT_MS = 2_000

/** Resolves when all is well and throws otherwise; the signal is aborted when its time is up. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<unknown>

export interface Readiness {
  ready(): void
  check(name: string, check: ReadinessCheck): void
  /** Returns the names of the failing checks; none if the process is ready. */
  failing(): Promise<string[]>
}

export function createReadiness(stopping: AbortSignal, log: Logger): Readiness {
  const checks: { name: string; check: ReadinessCheck }[] = []
  let started = false
  return {
    ready: () => {
      started = true
    },
    check: (name, check) => {
      checks.push({ name, check })
    },
    failing: async () => {
      const outcomes = await Promise.all(
        checks.map(async ({ name, check }) => {
          try {
            await inTime(check)
            return []
          } catch (err) {
            log.warn({ check: name, err }, 'a readiness check failed')
            return [name]
          }
        }),
      )
      return [...(started ? [] : ['starting']), ...(stopping.aborted ? ['stopping'] : []), ...outcomes.flat()]
    },
  }
}

async function inTime(check: ReadinessCheck): Promise<void> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
  const late = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => late.reject(signal.reason))
  await Promise.race([check(signal), late.promise])
}
