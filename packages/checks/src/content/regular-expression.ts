import { RE2JS } from 're2js'
import { CheckFailure } from '../failure.ts'
import { type MatchQuery, match } from './matching.ts'
import { matchApart } from './matching-thread.ts'
import { createPatternCache } from './pattern-cache.ts'
import { type PatternCost, patternCost } from './pattern-cost.ts'

/** The maximum cost of a pattern: about 40 ms and 1 MB. */
const maximumPattern: PatternCost = { instructions: 2000, characters: 500_000 }

/** Whether a pattern is small enough to be compiled; it may still be invalid. */
export const isWithinBounds = (pattern: string): boolean => isWithin(patternCost(pattern), maximumPattern)

/**
 * Whether a pattern can be read: no look-around and no back-references, which no engine can bound. Compiles it here and
 * now.
 */
export function isReadable(pattern: string): boolean {
  try {
    return isWithinBounds(pattern) && RE2JS.compile(pattern) !== undefined
  } catch {
    return false
  }
}

/**
 * Whether a pattern is valid, tested in another thread: it takes tens of milliseconds, and a request can contain many.
 */
export async function isReadableApart(pattern: string): Promise<boolean> {
  if (!isWithinBounds(pattern)) return false
  try {
    return (await matchApart(pattern, '', 'readable')) === true
  } catch (cause) {
    if (cause instanceof CheckFailure) return false
    throw cause
  }
}

/** Patterns up to this size are compiled and tried here: a millisecond at most. */
const small: PatternCost = { instructions: 200, characters: 1000 }

/** Steps, of the program of a pattern times the length of a text, that are over before anyone notices: some 20 ms. */
const quickly = 1_000_000

/** Some 70 MB. */
const compiled = createPatternCache(200_000)

/**
 * Whether a pattern is found in a text. The time is bounded by the length of both, but that bound is high for large
 * texts and patterns, so those are matched in a separate thread. Taking too long there is a failure of the check.
 */
export async function isFound(pattern: string, text: string): Promise<boolean> {
  return (await ask(pattern, text, 'found')) === true
}

/** Returns the first group of the match, or the whole match without a group; undefined without a match. */
export async function findFirstCapture(pattern: string, text: string): Promise<string | undefined> {
  const captured = await ask(pattern, text, 'captured')
  return typeof captured === 'string' ? captured : undefined
}

async function ask(pattern: string, text: string, question: MatchQuery): Promise<boolean | string | null> {
  const cost = patternCost(pattern)
  if (!isWithin(cost, maximumPattern))
    throw new CheckFailure(
      'settings_invalid',
      `the pattern needs more than ${maximumPattern.instructions} instructions`,
    )
  if (!isWithin(cost, small) || cost.instructions * text.length > quickly) return matchApart(pattern, text, question)
  return match(compile(pattern, text.length), text, question)
}

const isWithin = (cost: PatternCost, limit: PatternCost): boolean =>
  cost.instructions <= limit.instructions && cost.characters <= limit.characters

function compile(pattern: string, characters: number): RE2JS {
  try {
    return compiled.get(pattern, characters)
  } catch (cause) {
    throw new CheckFailure('settings_invalid', cause instanceof Error ? cause.message : String(cause))
  }
}
