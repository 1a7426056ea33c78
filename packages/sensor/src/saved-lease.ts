import { readFile } from 'node:fs/promises'

/** How much was left of the lease of a share when it was kept, by clocks that go on while the process restarts. */
export interface SavedLease {
  /** The start of the machine that the monotonic clock counts from. */
  readonly boot: string
  readonly monotonic: number
  readonly wall: number
  readonly leftMs: number
}

/** The clocks by which a host knows after a restart whether its lease still lasts. */
export interface LeaseClock {
  keep(leftMs: number): SavedLease | undefined
  /** Returns how much of a lease is left now: nothing after a restart of the machine, whose clocks may have lost time. */
  readLeftMs(kept: SavedLease | undefined): number
}

interface LeaseClockOptions {
  /** Undefined if the system has no id of its starts. */
  readonly boot: string | undefined
  readonly monotonic?: () => number
  readonly wall?: () => number
}

export const createLeaseClock = ({
  boot,
  monotonic = readMonotonic,
  wall = Date.now,
}: LeaseClockOptions): LeaseClock => ({
  keep: (leftMs) => (boot === undefined ? undefined : { boot, monotonic: monotonic(), wall: wall(), leftMs }),
  readLeftMs(kept) {
    if (kept === undefined || boot === undefined || kept.boot !== boot) return 0
    // The monotonic clock stands still while the machine sleeps; the other one may be set back.
    const passedMs = Math.max(monotonic() - kept.monotonic, wall() - kept.wall)
    return monotonic() < kept.monotonic ? 0 : Math.max(0, kept.leftMs - passedMs)
  },
})

/** Returns an id of the present start of the machine; undefined if the system has none. */
export const readBoot = (): Promise<string | undefined> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (id) => id.trim(),
    () => undefined,
  )

/** Milliseconds since the start of the machine: the same for all processes. */
const readMonotonic = (): number => Number(process.hrtime.bigint() / 1_000_000n)
