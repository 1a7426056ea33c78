import { crc32 } from 'node:zlib'
import { cellMarkPattern, toCellMark } from './cell.ts'

/**
 * A secret that is recognised by its prefix: the prefix, the mark of the cell that created it, 30 random characters and
 * a checksum of 6. By the prefix, secret scanners find a secret that was published by mistake; by the checksum, a
 * mistyped secret is distinguished from a revoked one without a database query.
 */
export type TokenPrefix = 'wak_' | 'wao_' | 'war_' | 'wac_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6

const tokenBodyPattern = new RegExp(`^${cellMarkPattern}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

/** Creates a token from a source of random bytes. */
export function createPrefixedToken(
  prefix: TokenPrefix,
  randomBytes: (size: number) => Uint8Array,
  cellNumber: number,
): string {
  let random = ''
  // Bytes from 248 (4 × 62) on are skipped, because they would make some characters more likely than others.
  while (random.length < randomLength)
    for (const byte of randomBytes(48))
      if (byte < 248 && random.length < randomLength) random += alphabet.charAt(byte % alphabet.length)
  const body = `${prefix}${toCellMark(cellNumber)}${random}`
  return `${body}${computeChecksum(body)}`
}

/** Whether a text has the form and the checksum of a token with this prefix; one wrong character makes it false. */
export const isWellFormedToken = (prefix: TokenPrefix, text: string): boolean =>
  text.startsWith(prefix) &&
  tokenBodyPattern.test(text.slice(prefix.length)) &&
  computeChecksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

function computeChecksum(body: string): string {
  let remaining = crc32(body)
  let text = ''
  for (let index = 0; index < checksumLength; index += 1) {
    text = alphabet.charAt(remaining % alphabet.length) + text
    remaining = Math.floor(remaining / alphabet.length)
  }
  return text
}
