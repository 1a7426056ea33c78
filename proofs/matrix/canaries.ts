/**
 * Returns a word that is stored in exactly one place, so that a response that contains it shows whose data leaked. It
 * consists of letters and digits, so that it is a valid user name, key and search word.
 */
export const createCanary = (kind: string, number: number): string => `zq${kind}${number}qz`

export const findCanaries = (text: string): string[] => [...new Set(text.match(/zq[a-z]+\d+qz/g) ?? [])]
