import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Shorter than other signatures in Wachta: a text message is charged by length, and a link in it is valid only for
 * days.
 */
const SIGNATURE_CHARACTERS = 16

export interface Signer {
  /** Returns a token for the id that cannot be forged and needs no escaping in a URL. */
  sign(id: number): string
  /** Returns the id of a token; undefined if the signature is invalid. */
  read(token: string): number | undefined
}

/** Creates a signer for one purpose from the keys of the installation: the first key signs, all keys verify. */
export function createIdSigner(keys: string, purpose: string): Signer {
  const secrets = deriveSecrets(keys, purpose)
  const computeSignature = (secret: Buffer, name: string) =>
    createHmac('sha256', secret).update(name).digest('base64url').slice(0, SIGNATURE_CHARACTERS)
  const [current] = secrets
  if (!current) throw new Error('no signing key is given')
  return {
    sign: (id) => `${id.toString(36)}.${computeSignature(current, id.toString(36))}`,
    read: (token) => {
      const [, name, receivedSignature] = /^([0-9a-z]{1,11})\.([\w-]{16})$/.exec(token) ?? []
      if (name === undefined || receivedSignature === undefined) return undefined
      const isValid = secrets.some((secret) =>
        timingSafeEqual(Buffer.from(receivedSignature), Buffer.from(computeSignature(secret, name))),
      )
      return isValid ? Number.parseInt(name, 36) : undefined
    },
  }
}

/** Derives one secret for a purpose from each key of the installation, in their order. */
export const deriveSecrets = (keys: string, purpose: string): Buffer[] =>
  keys
    .split(',')
    .filter(Boolean)
    .map((entry) => Buffer.from(hkdfSync('sha256', Buffer.from(entry.trim()), '', `wachta signer ${purpose}`, 32)))
