/**
 * Words that are stored in exactly one place each. Whichever answer holds one shows whose data it gives away, by
 * whatever way it came there. They are letters and digits only, so that they pass for a user name, a key and a word of a
 * query alike.
 */
export const canary = (kind: string, number: number): string => `zq${kind}${number}qz`

export const canariesIn = (text: string): string[] => [...new Set(text.match(/zq[a-z]+\d+qz/g) ?? [])]
