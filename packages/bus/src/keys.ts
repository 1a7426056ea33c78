import { createCurve, createUser, fromCurveSeed, fromPublic, type KeyPair } from '@nats-io/nkeys'

/** The keys that a sensor creates for itself. Only the public keys leave the sensor. */
export interface SensorKeys {
  readonly userSeed: string
  readonly userPublic: string
  readonly curveSeed: string
  readonly curvePublic: string
}

/** Thrown when a sealed text was sealed for another key, by another sender, or was changed. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** Creates the keys of a sensor: one to sign in to the broker, and one to which secrets are sealed. */
export function createSensorKeys(): SensorKeys {
  const [user, curve] = [createUser(), createCurve()]
  return {
    userSeed: readSeed(user),
    userPublic: user.getPublicKey(),
    curveSeed: readSeed(curve),
    curvePublic: curve.getPublicKey(),
  }
}

/**
 * Seals a text so that only the recipient can read it and knows that the sender wrote it: a box of both their keys
 * (X25519, XSalsa20, Poly1305). The sender is the installation, whose public key a sensor gets when it is enrolled.
 */
export function sealFor(recipientPublic: string, senderSeed: string, text: string): string {
  const sender = fromCurveSeed(new TextEncoder().encode(senderSeed))
  return Buffer.from(sender.seal(new TextEncoder().encode(text), recipientPublic)).toString('base64')
}

/** Opens a text that the sender sealed for the key of this seed. Throws a SealError if it cannot be opened. */
export function unseal(recipientSeed: string, senderPublic: string, sealed: string): string {
  try {
    const recipient = fromCurveSeed(new TextEncoder().encode(recipientSeed))
    const opened = recipient.open(Buffer.from(sealed, 'base64'), senderPublic)
    if (opened) return new TextDecoder('utf-8', { fatal: true }).decode(opened)
  } catch {
    // The error gives no details, because the text may come from an attacker.
  }
  throw new SealError('cannot be opened: changed, of another sender, or for another key')
}

export const toPublicCurveKey = (seed: string): string => fromCurveSeed(new TextEncoder().encode(seed)).getPublicKey()

/** Whether the text is the public key of a user, the kind of key that a sensor signs in with. */
export const isUserKey = (text: string): boolean => /^U[A-Z2-7]{55}$/.test(text) && isKey(text)

/** Whether the text is the public half of an encryption key, which secrets can be sealed to. */
export const isCurveKey = (text: string): boolean => /^X[A-Z2-7]{55}$/.test(text) && isKey(text)

export const readSeed = (pair: KeyPair): string => new TextDecoder().decode(pair.getSeed())

function isKey(text: string): boolean {
  try {
    return fromPublic(text).getPublicKey() === text
  } catch {
    return false
  }
}
