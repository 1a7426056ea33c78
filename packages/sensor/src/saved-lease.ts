import { readFile } from 'node:fs/promises'

/** The remaining time of the lease of a share when it was saved, and the clocks at that moment. */
export interface SavedLease {
  /** The id of the boot that the monotonic clock counts from. */
  readonly boot: string
  readonly monotonic: number
  readonly wall: number
  readonly leftMs: number
}

/** Measures how much of a lease is left after a restart of the process. */
export interface LeaseClock {
  toSavedLease(leftMs: number): SavedLease | undefined
  /** Returns the time left of a lease: 0 after a reboot, because the clocks may have lost time. */
  readLeftMs(saved: SavedLease | undefined): number
}

interface LeaseClockOptions {
  /** The id of the current boot; undefined if the system provides none. */
  readonly boot: string | undefined
  readonly monotonic?: () => number
  readonly wall?: () => number
}

export const createLeaseClock = ({
  boot,
  monotonic = readMonotonic,
  wall = Date.now,
}: LeaseClockOptions): LeaseClock => ({
  toSavedLease: (leftMs) => (boot === undefined ? undefined : { boot, monotonic: monotonic(), wall: wall(), leftMs }),
  readLeftMs(saved) {
    if (saved === undefined || boot === undefined || saved.boot !== boot) return 0
    // The monotonic clock stops while the machine sleeps, and the wall clock may be set back: the longer time counts.
    const passedMs = Math.max(monotonic() - saved.monotonic, wall() - saved.wall)
    return monotonic() < saved.monotonic ? 0 : Math.max(0, saved.leftMs - passedMs)
  },
})

/** Returns the id of the current boot of the machine; undefined if the system provides none. */
export const readBoot = (): Promise<string | undefined> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (id) => id.trim(),
    () => undefined,
  )

/** Returns milliseconds on the monotonic clock, which counts from the boot and is the same for all processes. */
const readMonotonic = (): number => Number(process.hrtime.bigint() / 1_000_000n)
