/** A text in both languages of the product. */
export interface BilingualText {
  readonly en: string
  readonly pl: string
}

/**
 * `failed`: something was changed. `untrusted`: nothing is wrong, but no trusted signer vouches for it. `not_checked`:
 * the information that the check needs is missing.
 */
export type FindingOutcome = 'passed' | 'untrusted' | 'failed' | 'not_checked'

/** The checks, in the order in which they run. */
export type ReportCheck = 'signature' | 'signer' | 'time_stamp' | 'files' | 'seal' | 'links' | 'chain_stamp'

export interface ReportFinding {
  readonly check: ReportCheck
  readonly outcome: FindingOutcome
  readonly text: BilingualText
}

export const createFinding = (check: ReportCheck, outcome: FindingOutcome, text: BilingualText): ReportFinding => ({
  check,
  outcome,
  text,
})

/** The worst outcome decides; checks that could not run have no influence. */
export function judgeFindings(findings: readonly ReportFinding[]): 'valid' | 'untrusted' | 'invalid' {
  const outcomes = new Set(findings.map(({ outcome }) => outcome))
  if (outcomes.has('failed')) return 'invalid'
  return outcomes.has('untrusted') ? 'untrusted' : 'valid'
}
