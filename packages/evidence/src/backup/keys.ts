import { hash } from 'node:crypto'
import type { Manifest } from './manifest.ts'

type Key = Manifest['keys'][number]

/** Which keys secrets are sealed with, without the keys: `id:base64,…` as SECRET_KEYS has them. */
export const fingerprints = (keys: string): Key[] =>
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

/** Keys of a backup that are not among those at hand, and those at hand that are others under the same id. */
export function lackingKeys(needed: readonly Key[], given: readonly Key[]): { missing: string[]; others: string[] } {
  const known = new Map(given.map(({ id, fingerprint }) => [id, fingerprint]))
  return {
    missing: needed.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    others: needed.filter(({ id, fingerprint }) => (known.get(id) ?? fingerprint) !== fingerprint).map(({ id }) => id),
  }
}
