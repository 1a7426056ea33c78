const maxKeys = 10_000

/** Takes a token of the key; returns false if none is left. */
export type RateLimiter = (key: string | number) => boolean

/**
 * Creates a token bucket for each key: a burst, then a constant rate. Keys do not affect each other. If there are too
 * many keys, the least recently used ones are forgotten and start again with a full burst.
 */
export function createRateLimiter({
  burst,
  per_second,
  now = Date.now,
}: {
  readonly burst: number
  readonly per_second: number
  readonly now?: () => number
}): RateLimiter {
  const buckets = new Map<string | number, { readonly tokens: number; readonly at: number }>()
  return (key) => {
    const at = now()
    const bucket = buckets.get(key) ?? { tokens: burst, at }
    const tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) * per_second) / 1_000)
    const isAllowed = tokens >= 1
    buckets.delete(key)
    buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at })
    const [oldest] = buckets.keys()
    if (buckets.size > maxKeys && oldest !== undefined) buckets.delete(oldest)
    return isAllowed
  }
}
