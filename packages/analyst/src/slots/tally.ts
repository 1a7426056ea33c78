import { isQuorum, type SlotOutcome } from '@wachta/domain'

/** The counts of results in one slot. */
export interface Tally {
  readonly ok: number
  readonly error: number
  /** The number of expected sensors. */
  readonly expected: number
  readonly error_tolerance: number
}

/** Returns the same outcome as `judgeSlot`, but from counts alone: this is fast enough to do for every result. */
export function computeOutcome(tally: Tally): SlotOutcome {
  return computeFromCounts(tally.ok, tally.error, tally)
}

/** Returns the outcome if no missing result can change it, otherwise undefined. */
export function findFinalOutcome(tally: Tally, missing: number): SlotOutcome | undefined {
  const { ok, error } = tally
  const current = computeFromCounts(ok, error, tally)
  if (missing === 0) return current
  if (computeFromCounts(ok + missing, error, tally) !== current) return undefined
  return computeFromCounts(ok, error + missing, tally) === current ? current : undefined
}

/** Takes the counts apart from the tally, so that no object is allocated for each result. */
function computeFromCounts(ok: number, error: number, { expected, error_tolerance }: Tally): SlotOutcome {
  const known = ok + error
  if (!isQuorum(known, expected)) return 'unknown'
  return error >= 1 && 100 * error >= error_tolerance * known ? 'failure' : 'ok'
}
