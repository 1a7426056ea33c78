/** A rate limit: an amount per second, and the amount that may pass at once after a quiet time. */
export interface RateLimit {
  readonly perSecond: number
  readonly burst: number
}

/** The amount of the burst that is left at a time. */
export interface TokenBucket {
  readonly left: number
  readonly at: number
}

/**
 * Takes an amount out of a bucket. If it does not fit, `isOver` is true and nothing is taken. Times may go back a
 * little, like those of a broker after a restart; the bucket is not refilled then.
 */
export function takeFromBucket(
  limit: RateLimit,
  bucket: TokenBucket | undefined,
  { amount, at }: { readonly amount: number; readonly at: number },
): { readonly bucket: TokenBucket; readonly isOver: boolean } {
  const elapsedMs = Math.max(0, at - (bucket?.at ?? at))
  const left = Math.min(limit.burst, (bucket?.left ?? limit.burst) + (elapsedMs * limit.perSecond) / 1000)
  const isOver = amount > left
  return { bucket: { left: isOver ? left : left - amount, at: Math.max(at, bucket?.at ?? at) }, isOver }
}
