import type { Comparison } from './compare.ts'

/** Everything that can be wrong after a proof with sensors, analysts and a ledger. */
export interface ProofFindings extends Pick<Comparison, 'missing' | 'extra' | 'duplicate' | 'falseUnknown' | 'wrong'> {
  /** What did not recover, or not in time. */
  readonly faults: readonly string[]
}

const maxLines = 20

const groupFindings = ({ faults, wrong, missing, extra, duplicate, falseUnknown }: ProofFindings) =>
  Object.entries({
    fault: faults,
    'wrong status': wrong,
    missing,
    extra,
    duplicate,
    'false unknown': falseUnknown,
  })

export const isEmpty = (findings: ProofFindings): boolean =>
  groupFindings(findings).every(([, { length }]) => length === 0)

/** Returns the findings as lines: the first of each kind. */
export const formatFindings = (findings: ProofFindings): string[] =>
  groupFindings(findings).flatMap(([name, lines]) => lines.slice(0, maxLines).map((line) => `${name}: ${line}`))
