/**
 * What the sensors of the proof report, and what must be stored of it. Plain arithmetic without code of the product.
 */
export const world = { services: 2_000, sensors: [1, 2, 3], minuteMs: 60_000 } as const

/** About one check in five hundred fails; no two sensors see the same service fail in the same minute. */
export const isFailing = (service: number, minute: number, sensor: number): boolean =>
  (service * 31 + minute * 17 + sensor * 167) % 500 === 0

/** Returns how many checks of a minute are stored as errors. */
function countFailures(minute: number): number {
  let count = 0
  for (let service = 1; service <= world.services; service += 1)
    for (const sensor of world.sensors) if (isFailing(service, minute, sensor)) count += 1
  return count
}

export interface StoredMinute {
  readonly minute: number
  readonly analyses: number
  readonly ok: number
  readonly error: number
  readonly unknown: number
}

export interface EnduranceFaults {
  /** Checks that were made but are stored as unknown, or not at all. */
  readonly falseUnknown: number
  /** Minutes whose stored failures differ from those that were reported. */
  readonly wrong: number
}

/** Compares what is stored of some minutes with what was reported in them. */
export function judge(minutes: readonly number[], stored: readonly StoredMinute[]): EnduranceFaults {
  const byMinute = new Map(stored.map((row) => [row.minute, row]))
  let [falseUnknown, wrong] = [0, 0]
  for (const minute of minutes) {
    const row = byMinute.get(minute)
    const checks = world.services * world.sensors.length
    const failures = countFailures(minute)
    falseUnknown += checks - (row?.ok ?? 0) - (row?.error ?? 0)
    if (row !== undefined && row.unknown === 0 && (row.error !== failures || row.analyses !== world.services))
      wrong += 1
  }
  return { falseUnknown, wrong }
}
