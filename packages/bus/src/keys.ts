import { createCurve, createUser, fromCurveSeed, fromPublic, type KeyPair } from '@nats-io/nkeys'

/** What a sensor makes for itself and shows to nobody but for the public halves. */
export interface SensorKeys {
  readonly userSeed: string
  readonly userPublic: string
  readonly curveSeed: string
  readonly curvePublic: string
}

/** A sealed text that was not sealed for this key, by that sender, or was changed. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** The keys of a sensor: one to sign in at the broker with, one that secrets are sealed to. */
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

/** Opens what the sender sealed for the key of this seed. */
export function unseal(recipientSeed: string, senderPublic: string, sealed: string): string {
  try {
    const recipient = fromCurveSeed(new TextEncoder().encode(recipientSeed))
    const opened = recipient.open(Buffer.from(sealed, 'base64'), senderPublic)
    if (opened) return new TextDecoder('utf-8', { fatal: true }).decode(opened)
  } catch {
    // What is wrong is told to nobody: it may be an attempt.
  }
  throw new SealError('cannot be opened: changed, of another sender, or for another key')
}

export const publicCurveKey = (seed: string): string => fromCurveSeed(new TextEncoder().encode(seed)).getPublicKey()

/** Whether the text is the public key of a user, such as a sensor signs in with. */
export const isUserKey = (text: string): boolean => /^U[A-Z2-7]{55}$/.test(text) && isKey(text)

/** Whether the text is a public key that can be sealed to. */
export const isCurveKey = (text: string): boolean => /^X[A-Z2-7]{55}$/.test(text) && isKey(text)

export const readSeed = (pair: KeyPair): string => new TextDecoder().decode(pair.getSeed())

function isKey(text: string): boolean {
  try {
    return fromPublic(text).getPublicKey() === text
  } catch {
    return false
  }
}
