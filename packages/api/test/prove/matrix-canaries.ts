/**
 * Words that are stored in exactly one place each. Whichever answer holds one shows whose data it gives away, by
 * whatever way it came there.
 */
export type CanaryKind =
  | 'account'
  | 'person'
  | 'comment'
  | 'setting'
  | 'session'
  | 'authentication'
  | 'audit'
  | 'package'

/** Letters and digits only, so that it passes for a user name, a key and a word of a query alike. */
export const canary = (kind: CanaryKind, number: number): string => `zq${kind}${number}qz`

export const canariesIn = (text: string): string[] => [...new Set(text.match(/zq[a-z]+\d+qz/g) ?? [])]
