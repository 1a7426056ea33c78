import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Shorter than other signatures in Wachta: a text message is charged by length, and the link is valid only for days.
 */
const SIGNATURE_CHARACTERS = 16

export interface Signer {
  /** Returns a token for the id that cannot be forged and needs no escaping in a URL. */
  sign(id: number): string
  /** Returns the id of a token; undefined if the signature is invalid. */
  read(word: string): number | undefined
}

/** Creates a signer for one purpose from the keys of the installation: the first key signs, all keys verify. */
export function createIdSigner(keys: string, purpose: string): Signer {
  const secrets = deriveSecrets(keys, purpose)
  const signature = (secret: Buffer, name: string) =>
    createHmac('sha256', secret).update(name).digest('base64url').slice(0, SIGNATURE_CHARACTERS)
  const [current] = secrets
  if (!current) throw new Error('no key to sign with is given')
  return {
    sign: (id) => `${id.toString(36)}.${signature(current, id.toString(36))}`,
    read: (word) => {
      const [, name, given] = /^([0-9a-z]{1,11})\.([\w-]{16})$/.exec(word) ?? []
      if (name === undefined || given === undefined) return undefined
      const isOurs = secrets.some((secret) => timingSafeEqual(Buffer.from(given), Buffer.from(signature(secret, name))))
      return isOurs ? Number.parseInt(name, 36) : undefined
    },
  }
}

/** Derives one secret for a purpose from each key of the installation, in their order. */
export const deriveSecrets = (keys: string, purpose: string): Buffer[] =>
  keys
    .split(',')
    .filter(Boolean)
    .map((entry) => Buffer.from(hkdfSync('sha256', Buffer.from(entry.trim()), '', `wachta signer ${purpose}`, 32)))
