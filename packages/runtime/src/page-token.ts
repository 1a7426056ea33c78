import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/** A key pair of one status page. */
export interface PageKeys {
  /** Published with the page. */
  readonly publicKey: string
  /** Stored sealed, and known to the api alone. */
  readonly privateKey: string
}

/** Signed with each token, so that a signature for anything else is none for a token. */
const context = 'wachta page visitor 1'
/** Tokens are cookies and parts of addresses; ours have some 150 characters. */
const maxLength = 512

export function generatePageKeys(): PageKeys {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { publicKey: x, privateKey: d }
}

/** Signs a text. The token needs no escaping in a cookie or in an address; the same text gives the same token. */
export function signPageToken({ publicKey, privateKey }: PageKeys, text: string): string {
  const key = createPrivateKey({ key: { ...ed25519, x: publicKey, d: privateKey }, format: 'jwk' })
  const payload = Buffer.from(text).toString('base64url')
  return `${payload}.${sign(null, toSigned(payload), key).toString('base64url')}`
}

/** Creates what verifies the tokens of a page, and returns the text of one; undefined if the page did not sign it. */
export function createTokenReader(publicKey: string): (token: string) => string | undefined {
  let key: KeyObject | undefined
  return (token) => {
    if (token.length > maxLength) return undefined
    const [, payload, signature] = /^([\w-]+)\.([\w-]{86})$/.exec(token) ?? []
    if (payload === undefined || signature === undefined) return undefined
    key ??= createPublicKey({ key: { ...ed25519, x: publicKey }, format: 'jwk' })
    const isOurs = verify(null, toSigned(payload), key, Buffer.from(signature, 'base64url'))
    return isOurs ? Buffer.from(payload, 'base64url').toString() : undefined
  }
}

const ed25519 = { kty: 'OKP', crv: 'Ed25519' } as const

const toSigned = (payload: string): Buffer => Buffer.from(`${context}.${payload}`)
