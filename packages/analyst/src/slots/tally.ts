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
export function outcomeOfTally(tally: Tally): SlotOutcome {
  return outcome(tally.ok, tally.error, tally)
}

/** The outcome that no answer of those who are missing can change; undefined while one can. */
export function decidedByTally(tally: Tally, missing: number): SlotOutcome | undefined {
  const { ok, error } = tally
  const fewest = outcome(ok, error, tally)
  if (missing === 0) return fewest
  if (outcome(ok + missing, error, tally) !== fewest) return undefined
  return outcome(ok, error + missing, tally) === fewest ? fewest : undefined
}

/** By other counts than those of the tally, under its rules: no object is made for each result. */
function outcome(ok: number, error: number, { expected, error_tolerance }: Tally): SlotOutcome {
  const known = ok + error
  if (!hasQuorum(known, expected)) return 'unknown'
  return error >= 1 && 100 * error >= error_tolerance * known ? 'failure' : 'ok'
}
