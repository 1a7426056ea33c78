/** How much of something may pass: so much a second, and so much at once after a quiet time. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/** What is left of the burst, and when that was computed. */
export interface TokenBucket {
  readonly left: number
  readonly at: number
}

/**
 * Takes an amount out of a bucket. `isOver` says that it does not fit; nothing is taken then. Times may run backwards a
 * little, as those of a broker after a restart: the bucket does not refill meanwhile.
 */
export function takeFromBucket(
  limit: RateLimit,
  bucket: TokenBucket | undefined,
  { amount, at }: { readonly amount: number; readonly at: number },
): { readonly bucket: TokenBucket; readonly isOver: boolean } {
  const since = Math.max(0, at - (bucket?.at ?? at))
  const left = Math.min(limit.burst, (bucket?.left ?? limit.burst) + (since * limit.perSecond) / 1000)
  const isOver = amount > left
  return { bucket: { left: isOver ? left : left - amount, at: Math.max(at, bucket?.at ?? at) }, isOver }
}
