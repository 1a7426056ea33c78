import type { Comparison } from './compare.ts'

/** Everything that can be wrong after a proof with sensors, analysts and a ledger. */
export interface Found extends Pick<Comparison, 'missing' | 'extra' | 'duplicate' | 'falseUnknown' | 'wrong'> {
  /** What did not recover, or not in time. */
  readonly faults: readonly string[]
}

const maxLines = 20

const listsOf = ({ faults, wrong, missing, extra, duplicate, falseUnknown }: Found) =>
  Object.entries({
    fault: faults,
    'wrong status': wrong,
    missing,
    extra,
    duplicate,
    'false unknown': falseUnknown,
  })

export const isEmpty = (found: Found): boolean => listsOf(found).every(([, { length }]) => length === 0)

/** Returns the findings as lines: the first of each kind. */
export const formatFound = (found: Found): string[] =>
  listsOf(found).flatMap(([name, lines]) => lines.slice(0, maxLines).map((line) => `${name}: ${line}`))
