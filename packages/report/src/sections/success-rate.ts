import type { CheckCounts } from '@wachta/domain'

export function countChecks({ ok, error, unknown }: CheckCounts): number {
  return ok + error + unknown
}

/** Returns the percentage of successful results among the known ones; null if there are none. */
export function toSuccessRate({ ok, error }: CheckCounts): number | null {
  return ok + error === 0 ? null : (100 * ok) / (ok + error)
}
