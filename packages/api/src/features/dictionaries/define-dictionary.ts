import type { Localized } from '@wachta/domain'

export interface DictionaryEntry {
  readonly id: string
  readonly name: Localized
  readonly description: Localized | null
}

/** A closed list of values that records refer to by id. */
export interface Dictionary {
  /** The singular, such as `language`. */
  readonly name: string
  /** The plural, such as `languages`. */
  readonly collection: string
  readonly summary: string
  readonly entries: readonly DictionaryEntry[]
}

const idPattern = /^[A-Za-z0-9_]{1,256}$/

export function defineDictionary({ name, collection, summary, entries }: Dictionary): Dictionary {
  const seen = new Set<string>()
  for (const { id } of entries) {
    if (!idPattern.test(id)) throw new Error(`${collection}: malformed id ${JSON.stringify(id)}`)
    if (seen.has(id)) throw new Error(`${collection}: duplicate id ${id}`)
    seen.add(id)
  }
  return Object.freeze({
    name,
    collection,
    summary,
    entries: Object.freeze(entries.map((entry) => Object.freeze(entry))),
  })
}
