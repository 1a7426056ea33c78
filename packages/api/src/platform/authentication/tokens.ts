import { createHash, randomBytes } from 'node:crypto'
import { cellMarkPattern, toCellMark } from '@wachta/domain'

/** The source of the regular expression that tokens match. */
export const tokenPattern = `^${cellMarkPattern}[0-9a-f]{32}$`

/** Creates a token: the mark of the cell, and 128 random bits as 32 lowercase hex characters. */
export const createToken = (cellNumber: number): string => `${toCellMark(cellNumber)}${randomBytes(16).toString('hex')}`

/** The prefix of a token that may contain only 32 hex characters; the next two are the number of the cell. */
const hexMark = 'ce11'

/**
 * Creates the token of a session. Tokens of the deprecated kind `auth_token` have 32 hex characters in every cell:
 * outside of cell 0, the first six are the mark of the cell, and 104 bits are random.
 */
export function createSessionToken(kind: 'session' | 'auth_token', cellNumber: number): string {
  if (kind === 'auth_token' && cellNumber > 0)
    return `${hexMark}${cellNumber.toString(16).padStart(2, '0')}${randomBytes(13).toString('hex')}`
  for (;;) {
    const token = createToken(cellNumber)
    if (!token.startsWith(hexMark)) return token
  }
}

/** Returns the hash of a token that is stored. Tokens are random, so a plain hash is safe. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
