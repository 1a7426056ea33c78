export interface Sleep extends Disposable {
  /** Whether the process has stood still since this object was created. */
  readonly happened: boolean
}

const lookMs = 250
/** The same time that is allowed for the transport of results and for clock differences. */
const longestMs = 3_000

/**
 * Detects that the process stood still, so that time has passed but nothing was read. While the machine is suspended,
 * its monotonic clock stands still too; the reference clock counts these jumps.
 */
export function watchSleep(countJumps: () => number): Sleep {
  let [last, happened] = [performance.now(), false]
  const jumps = countJumps()
  const look = (): boolean => {
    const now = performance.now()
    happened ||= now - last > longestMs || countJumps() !== jumps
    last = now
    return happened
  }
  const timer = setInterval(look, lookMs)
  return {
    get happened() {
      return look()
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
