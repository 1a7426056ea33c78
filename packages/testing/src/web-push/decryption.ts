import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscribed browser, which it never reveals. */
export interface Subscriber {
  readonly ecdh: ECDH
  readonly auth: Buffer
}

export function createSubscriber(): Subscriber {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}

/** Decrypts a push message according to RFC 8291 and RFC 8188 (one record), independently of the sender's library. */
export function decryptBody(body: Buffer, { ecdh, auth }: Subscriber): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const ciphertext = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(ciphertext.subarray(-16))
  const record = Buffer.concat([cipher.update(ciphertext.subarray(0, -16)), cipher.final()])
  // The plaintext of the last record ends with a delimiter, 2, and any number of zeros.
  return record.subarray(0, record.lastIndexOf(2)).toString()
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
