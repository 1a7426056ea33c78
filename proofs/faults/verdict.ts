import type { StoredCheck } from './packed-checks.ts'

export interface Verdict {
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly outcome: 'ok' | 'failure' | 'unknown'
}

/** The documented rule: at least half of the sensors know the status, and the share of errors reaches the tolerance. */
export function judge(checks: readonly Pick<StoredCheck, 'result'>[], tolerance: number): Verdict {
  const tally = { ok: 0, error: 0, unknown: 0 }
  for (const { result } of checks) tally[result] += 1
  const known = tally.ok + tally.error
  if (known === 0 || 2 * known < checks.length) return { ...tally, outcome: 'unknown' }
  const isFailure = tally.error > 0 && tally.error * 100 >= tolerance * known
  return { ...tally, outcome: isFailure ? 'failure' : 'ok' }
}
