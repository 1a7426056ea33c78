import type { Database, Queryable } from '@wachta/database'
import { type Vault, VaultError } from '@wachta/runtime/vault'
import { sealedPlaces } from './sealed-places.ts'

export interface ResealCounts {
  readonly place: string
  /** The number of secrets that were already sealed with the current key. */
  readonly current: number
  readonly resealed: number
  /** The number of secrets that none of the keys opens; they are not changed. */
  readonly unreadable: number
}

const batchSize = 200

/** Reseals all secrets with the first key and returns the counts per place. It can be stopped and run again. */
export async function resealSecrets(
  database: Database,
  vault: Vault,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<ResealCounts[]> {
  const outcomes: ResealCounts[] = []
  for (const place of sealedPlaces) {
    const all = await place.read(database)
    const stale = all.filter(({ sealed }) => !isCurrent(vault, sealed))
    let [resealed, unreadable] = [0, 0]
    for (let start = 0; start < stale.length; start += batchSize) {
      await database.transaction(async (tx) => {
        const opened = stale.slice(start, start + batchSize).map((text) => ({ text, plain: tryOpen(vault, text) }))
        for (const { text, plain } of opened)
          if (plain !== undefined) await place.replace(tx, text, vault.seal(plain, text.context))
        resealed += opened.filter(({ plain }) => plain !== undefined).length
        unreadable += opened.filter(({ plain }) => plain === undefined).length
      })
      onProgress(Math.min(start + batchSize, stale.length), stale.length)
    }
    outcomes.push({ place: place.name, current: all.length - stale.length, resealed, unreadable })
  }
  return outcomes
}

export interface SecretCounts {
  readonly place: string
  readonly secrets: number
  readonly stale: number
  readonly unreadable: number
}

/** Counts the secrets per place: all, those that are not sealed with the first key, and those that no key opens. */
export async function countSecretsBySeal(database: Queryable, vault: Vault): Promise<SecretCounts[]> {
  return Promise.all(
    sealedPlaces.map(async (place) => {
      const all = await place.read(database)
      return {
        place: place.name,
        secrets: all.length,
        stale: all.filter(({ sealed }) => !isCurrent(vault, sealed)).length,
        unreadable: all.filter((text) => tryOpen(vault, text) === undefined).length,
      }
    }),
  )
}

/** Returns whether the first key sealed the text. Malformed text is stale, and is found unreadable when opened. */
function isCurrent(vault: Vault, sealed: string): boolean {
  try {
    return vault.isCurrent(sealed)
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}

function tryOpen(vault: Vault, { sealed, context }: { sealed: string; context: readonly string[] }) {
  try {
    return vault.open(sealed, context)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
