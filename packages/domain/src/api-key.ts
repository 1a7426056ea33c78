import { crc32 } from 'node:zlib'

/**
 * An API key consists of `wak_`, 30 random characters and a checksum of 6. The prefix lets secret scanners find a key
 * that was published by mistake. The checksum distinguishes a mistyped key from a revoked one without a database query.
 */
const apiKeyPattern = /^wak_[0-9A-Za-z]{36}$/
export const apiKeyPrefix = 'wak_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6
/** The number of characters stored for display: enough to distinguish keys, too few to guess the rest. */
const shownLength = 10

/** Creates a key from a source of random bytes. */
export function createApiKey(randomBytes: (size: number) => Uint8Array): string {
  let random = ''
  // Bytes from 248 (4 × 62) on are skipped, because they would make some characters more likely than others.
  while (random.length < randomLength)
    for (const byte of randomBytes(48))
      if (byte < 248 && random.length < randomLength) random += digits.charAt(byte % digits.length)
  const body = `${apiKeyPrefix}${random}`
  return `${body}${checksum(body)}`
}

/** Whether a text has the format and the checksum of a key; one wrong character makes it false. */
export const isWellFormedApiKey = (text: string): boolean =>
  apiKeyPattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** Returns the beginning of a key, by which its owner recognises it in a list. */
export const shownPrefix = (key: string): string => key.slice(0, shownLength)

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

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < checksumLength; index += 1) {
    text = digits.charAt(rest % digits.length) + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
