/** A request that the target answered, which means that a check was made. */
export interface AnsweredRequest {
  readonly at: number
  readonly path: string
}

/** An analysis with a good check, as psql reads it from the database. */
export interface GoodAnalysis {
  readonly path: string
  /** Milliseconds since 1970. */
  readonly slot: number
}

/**
 * Returns the slots whose check the target has seen and the database does not have, as `path slot`. Slots of a service
 * are an interval apart, and a check is made within its slot. A check that was running when its sensor was killed
 * counts as never made.
 */
export function findLost(
  answered: readonly AnsweredRequest[],
  stored: readonly GoodAnalysis[],
  interval_ms: number,
  killed: readonly number[] = [],
): string[] {
  const known = new Set(stored.map(({ path, slot }) => `${path} ${slot}`))
  const phases = new Map(stored.map(({ path, slot }) => [path, slot % interval_ms]))
  const wasUnderWay = ({ at }: AnsweredRequest) => killed.some((moment) => Math.abs(at - moment) < 1_000)
  const slots = answered
    .filter((each) => !wasUnderWay(each))
    .map(({ at, path }) => {
      const phase = phases.get(path) ?? 0
      return `${path} ${Math.floor((at - phase) / interval_ms) * interval_ms + phase}`
    })
  return [...new Set(slots)].filter((slot) => !known.has(slot))
}
