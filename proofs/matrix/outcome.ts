import type { Verdict } from './oracle.ts'
import type { Outcome } from './report.ts'
import type { Reply } from './sandbox.ts'

/** The errors for a wrong secret, or for an unknown issuer. */
const refusalSymbols = new Set(['invalid_token', 'sso_sign_in_expired', 'sso_not_available', 'visitor_not_admitted'])

/** Converts a response to an outcome. */
export function toOutcome({ status, text }: Reply): Outcome {
  if (status < 400) return 'allowed'
  const symbols = (JSON.parse(text) as { error: string }[]).map(({ error }) => error)
  if (symbols.some((symbol) => refusalSymbols.has(symbol))) return 'refused'
  if (status === 404 || symbols.includes('unknown_reference')) return 'hidden'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  // The caller had the permission, and the request violated a rule or the state of the row.
  return status === 409 || status === 422 ? 'allowed' : `status ${status}`
}

export function findMismatches(expected: Verdict, outcome: Outcome, flag: boolean | null): string[] {
  const isExpected =
    expected === outcome || (expected === 'locked out' && ['forbidden', 'unauthenticated'].includes(outcome))
  return [
    ...(isExpected ? [] : ['not the expected outcome']),
    ...(flag === null || flag === (outcome === 'allowed') ? [] : ['the flag contradicts the outcome']),
  ]
}
