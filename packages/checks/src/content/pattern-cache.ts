import { RE2JS } from 're2js'
import { estimatePatternCost } from './pattern-cost.ts'

/** A cache of compiled patterns with a limited total weight, because customers write the patterns. */
export interface PatternCache {
  /** Returns the compiled pattern. `textLength` is the length of the text that it will be matched against. */
  get(pattern: string, textLength: number): RE2JS
  /** The weight of all entries: instructions, and states that matching has added. */
  weight(): number
  size(): number
}

interface Entry {
  readonly expression: RE2JS
  weight: number
}

/**
 * Matching adds states to the compiled pattern: up to one per character of the text, each with one step per instruction
 * of the program. This many steps weigh as much as one instruction, about 360 bytes.
 */
const stepsPerInstruction = 20

/**
 * Creates a cache that evicts the least recently used patterns first. A pattern that has grown to a tenth of the total
 * is compiled again, which drops its states.
 */
export function createPatternCache(maxWeight: number): PatternCache {
  const entries = new Map<string, Entry>()
  let weight = 0
  const remove = (pattern: string): void => {
    weight -= entries.get(pattern)?.weight ?? 0
    entries.delete(pattern)
  }
  return {
    get(pattern, textLength) {
      const { instructions } = estimatePatternCost(pattern)
      const existing = entries.get(pattern)
      remove(pattern)
      const addedWeight = Math.ceil((instructions * textLength) / stepsPerInstruction)
      const mustCompile = existing === undefined || existing.weight > maxWeight / 10
      const entry = mustCompile ? { expression: RE2JS.compile(pattern), weight: instructions } : existing
      entry.weight += addedWeight
      entries.set(pattern, entry)
      weight += entry.weight
      for (const oldest of entries.keys()) {
        if (weight <= maxWeight) break
        remove(oldest)
      }
      return entry.expression
    },
    weight: () => weight,
    size: () => entries.size,
  }
}
