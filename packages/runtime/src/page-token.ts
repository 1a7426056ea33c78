import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/** A key pair of one status page. */
export interface PageKeys {
  /** The public key, which is published with the page. */
  readonly publicKey: string
  /** The private key, which is stored sealed and known only to the api. */
  readonly privateKey: string
}

/** Part of every signed token, so that a signature for another purpose is never valid for a token. */
const signatureContext = 'wachta page visitor 1'
/** Tokens are used in cookies and URLs; ours have about 150 characters. */
const maxTokenLength = 512

export function generatePageKeys(): PageKeys {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { publicKey: x, privateKey: d }
}

/** Signs a text. The token needs no escaping in a cookie or a URL; the same text results in the same token. */
export function signPageToken({ publicKey, privateKey }: PageKeys, text: string): string {
  const key = createPrivateKey({ key: { ...ed25519, x: publicKey, d: privateKey }, format: 'jwk' })
  const payload = Buffer.from(text).toString('base64url')
  return `${payload}.${sign(null, toSignedBytes(payload), key).toString('base64url')}`
}

/** Returns a function that verifies a token of a page and returns its text; undefined if the page did not sign it. */
export function createTokenReader(publicKey: string): (token: string) => string | undefined {
  let key: KeyObject | undefined
  return (token) => {
    if (token.length > maxTokenLength) return undefined
    const [, payload, signature] = /^([\w-]+)\.([\w-]{86})$/.exec(token) ?? []
    if (payload === undefined || signature === undefined) return undefined
    key ??= createPublicKey({ key: { ...ed25519, x: publicKey }, format: 'jwk' })
    const isValid = verify(null, toSignedBytes(payload), key, Buffer.from(signature, 'base64url'))
    return isValid ? Buffer.from(payload, 'base64url').toString() : undefined
  }
}

const ed25519 = { kty: 'OKP', crv: 'Ed25519' } as const

const toSignedBytes = (payload: string): Buffer => Buffer.from(`${signatureContext}.${payload}`)
