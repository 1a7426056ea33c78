import type { Logger } from 'pino'

const CHECK_TIMEOUT_MS = 2_000

/** Resolves if all is well and rejects otherwise; the signal is aborted at the time limit. */
export type ReadinessCheck = (signal: AbortSignal) => Promise<unknown>

export interface Readiness {
  ready(): void
  check(name: string, check: ReadinessCheck): void
  /** Returns the names of the failing checks; none if the process is ready. */
  listFailingChecks(): Promise<string[]>
}

export function createReadiness(stopping: AbortSignal, log: Logger): Readiness {
  const checks: { name: string; check: ReadinessCheck }[] = []
  let isReady = false
  return {
    ready: () => {
      isReady = true
    },
    check: (name, check) => {
      checks.push({ name, check })
    },
    listFailingChecks: async () => {
      const outcomes = await Promise.all(
        checks.map(async ({ name, check }) => {
          try {
            await runInTime(check)
            return []
          } catch (err) {
            log.warn({ check: name, err }, 'a readiness check failed')
            return [name]
          }
        }),
      )
      return [...(isReady ? [] : ['starting']), ...(stopping.aborted ? ['stopping'] : []), ...outcomes.flat()]
    },
  }
}

async function runInTime(check: ReadinessCheck): Promise<void> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
  const timeout = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => timeout.reject(signal.reason))
  await Promise.race([check(signal), timeout.promise])
}
