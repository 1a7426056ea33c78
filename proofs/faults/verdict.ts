import type { StoredCheck } from './packed-checks.ts'

export interface Verdict {
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly outcome: 'ok' | 'failure' | 'unknown'
}

/** The published rule: half of the sensors know something, and errors make up enough of what is known. */
export function judge(checks: readonly Pick<StoredCheck, 'result'>[], tolerance: number): Verdict {
  const tally = { ok: 0, error: 0, unknown: 0 }
  for (const { result } of checks) tally[result] += 1
  const known = tally.ok + tally.error
  if (known === 0 || 2 * known < checks.length) return { ...tally, outcome: 'unknown' }
  const isFailure = tally.error > 0 && tally.error * 100 >= tolerance * known
  return { ...tally, outcome: isFailure ? 'failure' : 'ok' }
}
