import { createHash } from 'node:crypto'
import type { Digest } from './wire/assignment.ts'

/** Returns the digest of assignments: pairs of a service and its newest revision, in any order. */
export function digestRevisions(pairs: Iterable<readonly [service_id: number, revision: number]>): Digest {
  const sorted = [...pairs].toSorted(([a], [b]) => a - b)
  const hash = createHash('sha256')
  for (const [service_id, revision] of sorted) hash.update(`${service_id}:${revision}\n`)
  return { count: sorted.length, hash: hash.digest('hex') }
}
