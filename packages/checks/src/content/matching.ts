import type { RE2JS } from 're2js'

/** The question to answer: whether the pattern matches, what it captures, or only whether it compiles. */
export type MatchQuery = 'found' | 'captured' | 'readable'

/**
 * Returns whether the pattern matches; or its first group, or the whole match without a group, and null without a
 * match.
 */
export function match(expression: RE2JS, text: string, question: MatchQuery): boolean | string | null {
  if (question === 'readable') return true
  if (question === 'found') return expression.test(text)
  const matcher = expression.matcher(text)
  if (!matcher.find()) return null
  return matcher.group(Math.min(1, matcher.groupCount())) ?? null
}
