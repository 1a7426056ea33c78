import type { RE2JS } from 're2js'

/** The question to answer: whether the pattern matches, what it captures, or only whether it compiles. */
export type MatchQuery = 'found' | 'captured' | 'readable'

/**
 * Returns whether the pattern matches; for `captured`, the first group, the whole match if there is no group, or null
 * without a match; for `readable`, true, because the expression has been compiled.
 */
export function match(expression: RE2JS, text: string, query: MatchQuery): boolean | string | null {
  if (query === 'readable') return true
  if (query === 'found') return expression.test(text)
  const matcher = expression.matcher(text)
  if (!matcher.find()) return null
  return matcher.group(Math.min(1, matcher.groupCount())) ?? null
}
