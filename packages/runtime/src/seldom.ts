const maxKeys = 1_000

/** Returns the number of suppressed lines if the key may be logged again now, otherwise undefined. */
export type Seldom = (key: string | number) => { readonly unsaid: number } | undefined

/**
 * Limits log lines about external events to one per key and period. If there are too many keys, those logged longest
 * ago are forgotten.
 */
export function createSeldom(everyMs = 60_000, now: () => number = Date.now): Seldom {
  const lastLogged = new Map<string | number, { readonly at: number; unsaid: number }>()
  return (key) => {
    const last = lastLogged.get(key)
    if (last !== undefined && now() - last.at < everyMs) {
      last.unsaid += 1
      return undefined
    }
    lastLogged.delete(key)
    lastLogged.set(key, { at: now(), unsaid: 0 })
    const [oldest] = lastLogged.keys()
    if (lastLogged.size > maxKeys && oldest !== undefined) lastLogged.delete(oldest)
    return { unsaid: last?.unsaid ?? 0 }
  }
}
