export interface Sleep extends Disposable {
  /** Whether the process has been at a standstill since this was made. */
  readonly happened: boolean
}

const look_ms = 250
/** As much as results are given to travel, and clocks to differ. */
const longest_ms = 3_000

/**
 * Notices that the process stood still: time has passed for it then, but nothing was read meanwhile. During a suspend
 * of the machine its monotonic clock stands still too: those are counted by the reference clock.
 */
export function watchSleep(countJumps: () => number): Sleep {
  let [last, happened] = [performance.now(), false]
  const jumps = countJumps()
  const look = (): boolean => {
    const now = performance.now()
    happened ||= now - last > longest_ms || countJumps() !== jumps
    last = now
    return happened
  }
  const timer = setInterval(look, look_ms)
  return {
    get happened() {
      return look()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
