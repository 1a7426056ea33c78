const maxKeys = 10_000

/** Whether the key may once more. */
export type Rate = (key: string | number) => boolean

/**
 * So much at once for each key, and so much a second for longer. Nobody uses up what is another's; of more keys than can
 * be remembered, those that came longest ago begin anew.
 */
export function createRate({
  burst,
  per_second,
  now = Date.now,
}: {
  readonly burst: number
  readonly per_second: number
  readonly now?: () => number
}): Rate {
  const left = new Map<string | number, { readonly tokens: number; readonly at: number }>()
  return (key) => {
    const at = now()
    const before = left.get(key) ?? { tokens: burst, at }
    const tokens = Math.min(burst, before.tokens + (Math.max(0, at - before.at) * per_second) / 1_000)
    const may = tokens >= 1
    left.delete(key)
    left.set(key, { tokens: may ? tokens - 1 : tokens, at })
    const [oldest] = left.keys()
    if (left.size > maxKeys && oldest !== undefined) left.delete(oldest)
    return may
  }
}
