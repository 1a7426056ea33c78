import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** Deviations from the normal behaviour of the authenticator or the browser. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  /** The value of the signature counter, instead of the next one. */
  readonly counter?: number
  readonly crossOrigin?: boolean
  readonly userHandle?: string
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/** A software authenticator with its browser: it creates real keys and signatures (ES256) and counts its signatures. */
export class SoftwareAuthenticator {
  readonly #id = randomBytes(32)
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  #counter = 0
  #userHandle = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  get id(): string {
    return this.#id.toString('base64url')
  }

  /** Returns what navigator.credentials.create() would, in the form that the API accepts. */
  create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}) {
    this.#userHandle = user.id
    // The flag 0x40: the data contains a new credential.
    const credential = Buffer.concat([Buffer.alloc(16), uint16(this.#id.length), this.#id, this.#coseKey()])
    const data = Buffer.concat([this.#authenticatorData(rp.id, 0x40, deviation), credential])
    // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59]),
      uint16(data.length),
      data,
    ])
    return {
      id: this.id,
      client_data: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
      attestation_object: attestation.toString('base64url'),
      transports: ['internal'],
    }
  }

  /** Returns what navigator.credentials.get() would. */
  get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, deviation)
    const data = this.#authenticatorData(rpId, 0, deviation)
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
    return {
      id: this.id,
      client_data: clientData.toString('base64url'),
      authenticator_data: data.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      user_handle: deviation.userHandle ?? this.#userHandle,
    }
  }

  #clientData(type: string, challenge: string, { origin = this.#origin, crossOrigin = false }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
  }

  #authenticatorData(rpId: string, flags: number, deviation: Deviation): Buffer {
    this.#counter = deviation.counter ?? this.#counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    // The flags 0x01 and 0x04: the user was present, and was verified.
    const verified = deviation.isVerified === false ? 0 : 0x04
    const relyingParty = createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest()
    return Buffer.concat([relyingParty, Buffer.from([0x01 | verified | flags]), counter])
  }

  /** Encodes the public key in COSE: EC2, ES256, P-256, x, y. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const [prefix, separator] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
    return Buffer.concat([prefix, Buffer.from(x, 'base64url'), separator, Buffer.from(y, 'base64url')])
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
