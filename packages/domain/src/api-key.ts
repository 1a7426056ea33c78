import { crc32 } from 'node:zlib'

/**
 * An API key is `wak_`, 30 random characters and 6 of a checksum. The prefix lets secret scanners find a key that was
 * published by mistake; the checksum tells a mistyped key from a revoked one without a look into the database.
 */
const apiKeyPattern = /^wak_[0-9A-Za-z]{36}$/
export const apiKeyPrefix = 'wak_'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 30
const checksumLength = 6
/** How much of a key is kept for display: enough to tell keys apart, too little to guess the rest. */
const shownLength = 10

/** Makes a key from a source of random bytes. */
export function createApiKey(randomBytes: (size: number) => Uint8Array): string {
  let random = ''
  // Bytes from 248 on would make the first characters more likely than the others: 248 is 4 × 62.
  while (random.length < randomLength)
    for (const byte of randomBytes(48))
      if (byte < 248 && random.length < randomLength) random += digits.charAt(byte % digits.length)
  const body = `${apiKeyPrefix}${random}`
  return `${body}${checksum(body)}`
}

/** Whether a text can be a key at all: one wrong character makes it false. */
export const isWellFormedApiKey = (text: string): boolean =>
  apiKeyPattern.test(text) && checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** The beginning of a key, by which its holder recognises it in a list. */
export const shownPrefix = (key: string): string => key.slice(0, shownLength)

export type ApiKeyState = 'active' | 'expired' | 'revoked'

export interface ApiKeyLifetime {
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** A key ends at its expiry to the millisecond; a revoked key stays revoked whatever its expiry says. */
export function getApiKeyState({ expiresAt, revokedAt }: ApiKeyLifetime, now: Date): ApiKeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : 'active'
}

/** Uses this close together are written once, or each request that reads would also write. */
const lastUseGranularityMs = 60_000

export const shouldRecordUse = (lastUsedAt: Date | null, now: Date): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= lastUseGranularityMs

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < checksumLength; place += 1) {
    text = digits.charAt(rest % digits.length) + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
