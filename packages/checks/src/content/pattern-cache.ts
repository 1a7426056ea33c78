import { RE2JS } from 're2js'
import { patternCost } from './pattern-cost.ts'

/** Compiled patterns that stay within a total weight, whatever strangers write. */
export interface PatternCache {
  /** The compiled pattern, which is about to be tried on a text of so many characters. */
  get(pattern: string, characters: number): RE2JS
  /** The weight of all that is held: instructions, and what matching has added to them. */
  weight(): number
  size(): number
}

interface Entry {
  readonly expression: RE2JS
  weight: number
}

/**
 * Matching builds states, which stay with the compiled pattern: up to one per character, as large as the program. So many of
 * them weigh as much as one instruction, some 360 bytes.
 */
const stepsPerInstruction = 20

/** The least recently used are forgotten first; a pattern that alone weighs a tenth of it all is compiled anew. */
export function createPatternCache(maximumWeight: number): PatternCache {
  const entries = new Map<string, Entry>()
  let weight = 0
  const remove = (pattern: string): void => {
    weight -= entries.get(pattern)?.weight ?? 0
    entries.delete(pattern)
  }
  return {
    get(pattern, characters) {
      const { instructions } = patternCost(pattern)
      const known = entries.get(pattern)
      remove(pattern)
      const added = Math.ceil((instructions * characters) / stepsPerInstruction)
      const isFresh = known === undefined || known.weight > maximumWeight / 10
      const entry = isFresh ? { expression: RE2JS.compile(pattern), weight: instructions } : known
      entry.weight += added
      entries.set(pattern, entry)
      weight += entry.weight
      for (const oldest of entries.keys()) {
        if (weight <= maximumWeight) break
        remove(oldest)
      }
      return entry.expression
    },
    weight: () => weight,
    size: () => entries.size,
  }
}
