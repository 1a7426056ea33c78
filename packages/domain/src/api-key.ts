import { findCellOfSecret, toCellMark } from './cell.ts'
import { createPrefixedToken, isWellFormedToken } from './prefixed-token.ts'

export const apiKeyPrefix = 'wak_'

/** The number of random characters stored for display: enough to distinguish keys, too few to guess the rest. */
const shownLength = 6

/** Creates a key from a source of random bytes. */
export const createApiKey = (randomBytes: (size: number) => Uint8Array, cellNumber: number): string =>
  createPrefixedToken(apiKeyPrefix, randomBytes, cellNumber)

export const isWellFormedApiKey = (text: string): boolean => isWellFormedToken(apiKeyPrefix, text)

/** Returns the beginning of a key, by which its owner recognises it in a list. */
export const getShownPrefix = (key: string): string =>
  key.slice(0, apiKeyPrefix.length + toCellMark(findCellOfSecret(key)).length + shownLength)

export type ApiKeyState = 'active' | 'expired' | 'revoked'

export interface ApiKeyLifetime {
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Returns the state of a key. It expires exactly at its expiry time; a revoked key stays revoked after that. */
export function getApiKeyState({ expiresAt, revokedAt }: ApiKeyLifetime, now: Date): ApiKeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : 'active'
}

/** The least time between two recorded uses, so that not every read request causes a write. */
const lastUseGranularityMs = 60_000

export const shouldRecordUse = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUseGranularityMs
