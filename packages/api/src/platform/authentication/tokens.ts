import { createHash, randomBytes } from 'node:crypto'

/** 128 random bits as 32 lowercase hex characters: the form the API gives its tokens. */
export const newToken = (): string => randomBytes(16).toString('hex')

/** What is stored of a token. It is random in full, so a plain hash cannot be guessed back. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
