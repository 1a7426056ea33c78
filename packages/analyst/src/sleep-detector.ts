export interface SleepDetector extends Disposable {
  /** Whether the process was suspended since this object was created. */
  readonly happened: boolean
}

const checkEveryMs = 1_000
/** Equal to the time that a slot waits for the transport of results and for clock differences. */
const maxGapMs = 3_000

/**
 * Detects that the process was suspended, so that time has passed but nothing was read. While the whole machine is
 * suspended, its monotonic clock stops too; the reference clock counts these jumps.
 */
export function createSleepDetector(countJumps: () => number): SleepDetector {
  let [last, happened] = [performance.now(), false]
  const jumps = countJumps()
  const check = (): boolean => {
    const now = performance.now()
    happened ||= now - last > maxGapMs || countJumps() !== jumps
    last = now
    return happened
  }
  const timer = setInterval(check, checkEveryMs)
  return {
    get happened() {
      return check()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
