import type { SensorCore } from './sensor.ts'

/** Timers use the monotonic clock, so the wall clock is read at least this often. */
const maxSleepMs = 250

/** Advances the sensor whenever something is due, until the signal is aborted. */
export function keepAdvancing(sensor: SensorCore, now: () => number, signal: AbortSignal): void {
  const advanceOnce = (): void => {
    if (signal.aborted) return
    sensor.advance()
    const pause = Math.min(maxSleepMs, Math.max(1, Math.ceil(sensor.nextAt - now())))
    setTimeout(advanceOnce, pause)
  }
  advanceOnce()
}
