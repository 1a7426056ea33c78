import type { CheckCounts } from '@wachta/domain'

export function countChecks({ ok, error, unknown }: CheckCounts): number {
  return ok + error + unknown
}

/** Returns how many of the known results are good, in percent; null if there is none. */
export function toSuccessRate({ ok, error }: CheckCounts): number | null {
  return ok + error === 0 ? null : (100 * ok) / (ok + error)
}
