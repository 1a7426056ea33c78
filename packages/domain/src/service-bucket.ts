/** The services of a sensor are divided among its hosts in this many buckets. */
export const bucketCount = 64

/** A check may start this much later than planned, so a host keeps a bucket for this long after its end. */
export const lateStartMs = 2_000

/**
 * A bucket of a host, with the planned start times that it covers: from `from` on, and before `until` unless it is
 * null.
 */
export interface BucketSpan {
  readonly bucket: number
  readonly from: number
  readonly until: number | null
}

/** Returns the bucket of a service, or of any other task that one host of a sensor has to do. It never changes. */
export function findBucket(key: number | string): number {
  let hash = 0x811c9dc5
  for (const character of String(key)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  // The last rounds of Murmur: neighbouring ids differ in few bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) & (bucketCount - 1)
}

/** Returns all buckets, without an end. */
export const createFullShare = (): BucketSpan[] =>
  Array.from({ length: bucketCount }, (_, bucket) => ({ bucket, from: 0, until: null }))
