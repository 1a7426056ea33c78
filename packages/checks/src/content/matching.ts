import type { RE2JS } from 're2js'

/** What is wanted of a pattern: whether it is found, what it captures, or only whether it compiles. */
export type MatchQuery = 'found' | 'captured' | 'readable'

/** Whether the pattern is found; or its first group, or all that was found where it has none, and null where it is not. */
export function match(expression: RE2JS, text: string, question: MatchQuery): boolean | string | null {
  if (question === 'readable') return true
  if (question === 'found') return expression.test(text)
  const matcher = expression.matcher(text)
  if (!matcher.find()) return null
  return matcher.group(Math.min(1, matcher.groupCount())) ?? null
}
