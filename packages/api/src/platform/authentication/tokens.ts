import { createHash, randomBytes } from 'node:crypto'

/** Creates a token: 128 random bits as 32 lowercase hex characters. */
export const createToken = (): string => randomBytes(16).toString('hex')

/** Returns the hash of a token that is stored. Tokens are random, so a plain hash is safe. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
