import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Creates the keys of an installation, in the form of its settings. */
export function createVapidKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const {
    d = '',
    x = '',
    y = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

/**
 * Verifies the token of RFC 8292: the sender signs it for this push service with the key that the browser was given.
 */
export function verifyAuthorization(headers: IncomingMessage['headers'], origin: string, publicKey: string): void {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  assert.equal(key, publicKey)
  assert.deepEqual(read(header), { typ: 'JWT', alg: 'ES256' })
  const { aud, exp, sub } = read(claims)
  assert.deepEqual([aud, sub], [origin, 'mailto:duty@wachta.example'])
  const remainingSeconds = exp - Date.now() / 1000
  assert.ok(remainingSeconds > 0 && remainingSeconds <= 86_400)
  const point = Buffer.from(publicKey, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  assert.ok(isSigned, 'the token is not signed with the key')
}
