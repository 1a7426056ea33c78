import type { Database, Queryable } from '@wachta/database'
import { type Vault, VaultError } from '@wachta/runtime/vault'
import { sealedPlaces } from './sealed-places.ts'

export interface Resealed {
  readonly place: string
  /** Those that were sealed under the current key already. */
  readonly current: number
  readonly resealed: number
  /** Those that no given key opens; they are left as they are. */
  readonly unreadable: number
}

const batch = 200

/** Seals under the first key what others have sealed; tells of each place how that went. It may be stopped and run again. */
export async function resealSecrets(
  database: Database,
  vault: Vault,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<Resealed[]> {
  const outcomes: Resealed[] = []
  for (const place of sealedPlaces) {
    const all = await place.read(database)
    const stale = all.filter(({ sealed }) => !isCurrent(vault, sealed))
    let [resealed, unreadable] = [0, 0]
    for (let start = 0; start < stale.length; start += batch) {
      await database.transaction(async (tx) => {
        const opened = stale.slice(start, start + batch).map((text) => ({ text, plain: openedBy(vault, text) }))
        for (const { text, plain } of opened)
          if (plain !== undefined) await place.replace(tx, text, vault.seal(plain, text.context))
        resealed += opened.filter(({ plain }) => plain !== undefined).length
        unreadable += opened.filter(({ plain }) => plain === undefined).length
      })
      onProgress(Math.min(start + batch, stale.length), stale.length)
    }
    outcomes.push({ place: place.name, current: all.length - stale.length, resealed, unreadable })
  }
  return outcomes
}

export interface PlaceOfSecrets {
  readonly place: string
  readonly secrets: number
  readonly stale: number
  readonly unreadable: number
}

/** How many secrets there are, by place: all of them, those under another key than the first, and those that nobody can read. */
export async function secretsBySeal(database: Queryable, vault: Vault): Promise<PlaceOfSecrets[]> {
  return Promise.all(
    sealedPlaces.map(async (place) => {
      const all = await place.read(database)
      return {
        place: place.name,
        secrets: all.length,
        stale: all.filter(({ sealed }) => !isCurrent(vault, sealed)).length,
        unreadable: all.filter((text) => openedBy(vault, text) === undefined).length,
      }
    }),
  )
}

/** A text that is no sealed one is not current either; it shows when it is opened. */
function isCurrent(vault: Vault, sealed: string): boolean {
  try {
    return vault.isCurrent(sealed)
  } catch (error) {
    if (error instanceof VaultError) return false
    throw error
  }
}

function openedBy(vault: Vault, { sealed, context }: { sealed: string; context: readonly string[] }) {
  try {
    return vault.open(sealed, context)
  } catch (error) {
    if (error instanceof VaultError) return undefined
    throw error
  }
}
