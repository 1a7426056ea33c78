import { hash } from 'node:crypto'
import type { Manifest } from './manifest.ts'

type Key = Manifest['keys'][number]

/** Returns the ids and fingerprints of the keys in SECRET_KEYS (`id:base64,…`), without the keys themselves. */
export const computeFingerprints = (keys: string): Key[] =>
  keys
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .flatMap((entry) => {
      const [, id, key] = /^([\w-]+):(.+)$/.exec(entry) ?? []
      return id === undefined || key === undefined
        ? []
        : [{ id, fingerprint: hash('sha256', `wachta key ${key}`, 'hex').slice(0, 16) }]
    })

/** Returns the ids of a backup's keys that are not configured, and of those configured with a different key. */
export function compareKeys(needed: readonly Key[], given: readonly Key[]): { missing: string[]; others: string[] } {
  const known = new Map(given.map(({ id, fingerprint }) => [id, fingerprint]))
  return {
    missing: needed.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    others: needed.filter(({ id, fingerprint }) => (known.get(id) ?? fingerprint) !== fingerprint).map(({ id }) => id),
  }
}
