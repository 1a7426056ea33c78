const maxKeys = 1_000

/** Whether it is time to speak of something again, and of how many times nobody spoke meanwhile; undefined: not yet. */
export type Seldom = (key: string | number) => { readonly unsaid: number } | undefined

/**
 * Keeps what comes from outside from filling the log: one line in a while for each key. Of more keys than can be
 * remembered those that spoke longest ago are forgotten.
 */
export function createSeldom(every_ms = 60_000, now: () => number = Date.now): Seldom {
  const spoken = new Map<string | number, { readonly at: number; unsaid: number }>()
  return (key) => {
    const last = spoken.get(key)
    if (last !== undefined && now() - last.at < every_ms) {
      last.unsaid += 1
      return undefined
    }
    spoken.delete(key)
    spoken.set(key, { at: now(), unsaid: 0 })
    const [oldest] = spoken.keys()
    if (spoken.size > maxKeys && oldest !== undefined) spoken.delete(oldest)
    return { unsaid: last?.unsaid ?? 0 }
  }
}
