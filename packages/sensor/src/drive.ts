import type { SensorCore } from './sensor.ts'

/** Timers count on the monotonic clock: the wall clock is looked at again at least this often. */
const longestSleep_ms = 250

/** Lets the sensor do what is due when it is due, until the signal. */
export function drive(sensor: SensorCore, now: () => number, signal: AbortSignal): void {
  const turn = (): void => {
    if (signal.aborted) return
    sensor.advance()
    const pause = Math.min(longestSleep_ms, Math.max(1, Math.ceil(sensor.nextAt - now())))
    setTimeout(turn, pause)
  }
  turn()
}
