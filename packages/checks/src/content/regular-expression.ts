import { RE2JS } from 're2js'
import { CheckFailure } from '../failure.ts'
import { type MatchQuery, match } from './matching.ts'
import { matchInThread } from './matching-thread.ts'
import { createPatternCache } from './pattern-cache.ts'
import { estimatePatternCost, type PatternCost } from './pattern-cost.ts'

/** The maximum cost of a pattern: about 40 ms and 1 MB. */
const maxPattern: PatternCost = { instructions: 2000, characters: 500_000 }

/** Whether a pattern is small enough to be compiled; it may still be invalid. */
export const isWithinBounds = (pattern: string): boolean => isWithin(estimatePatternCost(pattern), maxPattern)

/**
 * Whether a pattern is small enough and valid, tested in this thread. Look-around and back-references are not valid,
 * because no engine can bound their time.
 */
export function isReadable(pattern: string): boolean {
  try {
    return isWithinBounds(pattern) && RE2JS.compile(pattern) !== undefined
  } catch {
    return false
  }
}

/**
 * The same as `isReadable`, tested in another thread: a test takes tens of milliseconds, and a request can contain many
 * patterns.
 */
export async function isReadableInThread(pattern: string): Promise<boolean> {
  if (!isWithinBounds(pattern)) return false
  try {
    return (await matchInThread(pattern, '', 'readable')) === true
  } catch (cause) {
    if (cause instanceof CheckFailure) return false
    throw cause
  }
}

/** Patterns up to this cost, which take a millisecond at most, are compiled in this thread, unless the text is long. */
const maxLocalPattern: PatternCost = { instructions: 200, characters: 1000 }

/**
 * The maximum cost of a match in this thread, instructions of the pattern times characters of the text: about 20 ms.
 */
const maxLocalMatch = 1_000_000

/** The cache takes about 70 MB at most. */
const compiledPatterns = createPatternCache(200_000)

/**
 * Whether a pattern is found in a text. The time is bounded by the length of both, but that bound is high for large
 * texts and patterns, so those are matched in a separate thread. Taking too long there is a failure of the check.
 */
export async function isFound(pattern: string, text: string): Promise<boolean> {
  return (await runQuery(pattern, text, 'found')) === true
}

/** Returns the first group of the match, or the whole match without a group; undefined without a match. */
export async function findFirstCapture(pattern: string, text: string): Promise<string | undefined> {
  const captured = await runQuery(pattern, text, 'captured')
  return typeof captured === 'string' ? captured : undefined
}

async function runQuery(pattern: string, text: string, query: MatchQuery): Promise<boolean | string | null> {
  const cost = estimatePatternCost(pattern)
  if (!isWithin(cost, maxPattern))
    throw new CheckFailure('settings_invalid', `the pattern needs more than ${maxPattern.instructions} instructions`)
  if (!isWithin(cost, maxLocalPattern) || cost.instructions * text.length > maxLocalMatch)
    return matchInThread(pattern, text, query)
  return match(compile(pattern, text.length), text, query)
}

const isWithin = (cost: PatternCost, limit: PatternCost): boolean =>
  cost.instructions <= limit.instructions && cost.characters <= limit.characters

function compile(pattern: string, textLength: number): RE2JS {
  try {
    return compiledPatterns.get(pattern, textLength)
  } catch (cause) {
    throw new CheckFailure('settings_invalid', cause instanceof Error ? cause.message : String(cause))
  }
}
