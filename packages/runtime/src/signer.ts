import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Half of what is used elsewhere: a link in a text message is paid for by the character, and is good for days only. */
const SIGNATURE_CHARACTERS = 16

export interface Signer {
  /** A word that names the record and that nobody else can make; it fits into a link as it is. */
  sign(id: number): string
  /** The record that the word names; undefined where we did not make it. */
  read(word: string): number | undefined
}

/** Signs ids for one purpose with the keys of the installation: the first key signs, all of them are believed. */
export function createIdSigner(keys: string, purpose: string): Signer {
  const secrets = keys
    .split(',')
    .filter(Boolean)
    .map((entry) => Buffer.from(hkdfSync('sha256', Buffer.from(entry.trim()), '', `wachta signer ${purpose}`, 32)))
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
