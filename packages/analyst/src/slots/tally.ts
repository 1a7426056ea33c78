import type { SlotOutcome } from '@wachta/domain'

/** What the sensors of one slot said, in figures. */
export interface Tally {
  readonly ok: number
  readonly error: number
  /** How many sensors are expected. */
  readonly expected: number
  readonly error_tolerance: number
}

/** Whether enough saw the service: the rule of `verdictOf`, by counts alone. */
export const hasQuorum = (known: number, expected: number): boolean => known >= 1 && known >= Math.ceil(expected / 2)

/** The outcome of `verdictOf`, by counts alone: it is asked for with every result. */
export function outcomeOfTally({ ok, error, expected, error_tolerance }: Tally): SlotOutcome {
  return outcome(ok, error, expected, error_tolerance)
}

/** The outcome that no answer of those who are missing can change; undefined while one can. */
export function decidedByTally(
  { ok, error, expected, error_tolerance }: Tally,
  missing: number,
): SlotOutcome | undefined {
  const fewest = outcome(ok, error, expected, error_tolerance)
  if (missing === 0) return fewest
  if (outcome(ok + missing, error, expected, error_tolerance) !== fewest) return undefined
  return outcome(ok, error + missing, expected, error_tolerance) === fewest ? fewest : undefined
}

function outcome(ok: number, error: number, expected: number, error_tolerance: number): SlotOutcome {
  const known = ok + error
  if (!hasQuorum(known, expected)) return 'unknown'
  return error >= 1 && 100 * error >= error_tolerance * known ? 'failure' : 'ok'
}
