import { RE2JS } from 're2js'
import { CheckFailure } from '../failure.ts'
import { match, type Question } from './matching.ts'
import { matchApart } from './matching-thread.ts'

/** Whether a pattern can be read: no look-around and no back-references, which no engine can bound. */
export function isReadable(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}

/** Steps, of the program of a pattern times the length of a text, that are over before anyone notices: some 20 ms. */
const quickly = 1_000_000

/** Compiled patterns, the ones used longest ago first. */
const compiled = new Map<string, RE2JS>()
const mostCompiled = 2000

/**
 * Whether a pattern is found in a text. Time is bounded by the length of both, but for large texts the bound is high: there
 * a thread of its own does it, and one that takes too long is a failure of the pattern.
 */
export async function isFound(pattern: string, text: string): Promise<boolean> {
  return (await ask(pattern, text, 'found')) === true
}

/** The first group of a pattern that is found in a text, or all that was found; undefined where it is not. */
export async function firstCaptured(pattern: string, text: string): Promise<string | undefined> {
  const captured = await ask(pattern, text, 'captured')
  return typeof captured === 'string' ? captured : undefined
}

function ask(
  pattern: string,
  text: string,
  question: Question,
): Promise<boolean | string | null> | boolean | string | null {
  const expression = compiledPattern(pattern)
  const isQuick = expression.programSize() * text.length <= quickly
  return isQuick ? match(expression, text, question) : matchApart(pattern, text, question)
}

function compiledPattern(pattern: string): RE2JS {
  const known = compiled.get(pattern)
  if (known !== undefined) {
    compiled.delete(pattern)
    compiled.set(pattern, known)
    return known
  }
  const expression = compile(pattern)
  if (compiled.size >= mostCompiled) compiled.delete(compiled.keys().next().value ?? '')
  compiled.set(pattern, expression)
  return expression
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (cause) {
    throw new CheckFailure('settings_invalid', cause instanceof Error ? cause.message : String(cause))
  }
}
