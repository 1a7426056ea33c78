import { setTimeout as delay } from 'node:timers/promises'
import type { ConfiguredSensor } from './configured-sensors.ts'

/** The sensors of one process. A failure of one of them does not stop the others. */
export interface SensorSet<T> extends AsyncDisposable {
  /** The sensors that have been started. */
  readonly started: ReadonlyMap<ConfiguredSensor, T>
}

interface SensorStart<T> {
  readonly start: (sensor: ConfiguredSensor) => Promise<T>
  /** Called if a sensor cannot be started while others run; the start is retried. */
  readonly onFault: (sensor: ConfiguredSensor, fault: { readonly err: unknown; readonly retryMs: number }) => void
  readonly firstRetryMs?: number
}

const maxRetryDelayMs = 60_000

/** Starts sensors. Rejects if none can be started; otherwise retries the others until they start too. */
export async function startSensors<T extends AsyncDisposable>(
  sensors: readonly ConfiguredSensor[],
  { start, onFault, firstRetryMs = 1_000 }: SensorStart<T>,
): Promise<SensorSet<T>> {
  const started = new Map<ConfiguredSensor, T>()
  const stop = new AbortController()
  const attempt = async (sensor: ConfiguredSensor) => void started.set(sensor, await start(sensor))
  const retry = async (sensor: ConfiguredSensor, fault: unknown): Promise<void> => {
    let err = fault
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(maxRetryDelayMs, retryMs * 2)) {
      onFault(sensor, { err, retryMs })
      await delay(retryMs, undefined, { signal: stop.signal }).catch(() => undefined)
      if (stop.signal.aborted) return
      try {
        return await attempt(sensor)
      } catch (retryError) {
        err = retryError
      }
    }
  }
  const outcomes = await Promise.allSettled(sensors.map(attempt))
  const failures = sensors.flatMap((sensor, index) => {
    const outcome = outcomes[index]
    return outcome?.status === 'rejected' ? [{ sensor, reason: outcome.reason as unknown }] : []
  })
  if (started.size === 0) throw failures[0]?.reason
  const retries = failures.map(({ sensor, reason }) => retry(sensor, reason))
  return {
    started,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(retries)
      // The process exits after the first error, so it is thrown only once all sensors have ended.
      const ends = await Promise.allSettled([...started.values()].map((one) => one[Symbol.asyncDispose]()))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
  }
}
