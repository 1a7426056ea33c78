import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import {
  encodeBitString,
  encodeDer,
  encodedTrue,
  encodeOctetString,
  encodeSequence,
  encodeSet,
  encodeTime,
  encodeUnsigned,
  readChildren,
  readDer,
  tags,
  toContextTag,
} from './der.ts'
import { encodeOidByName, type oids } from './oids.ts'
import { signBytes } from './sign-bytes.ts'

export interface SelfSignedOptions {
  readonly commonName: string
  readonly organization?: string
  /** The two-character country code, such as PL. */
  readonly country?: string
  readonly validFrom: Date
  readonly validTo: Date
}

export interface SelfSigned {
  readonly key: KeyObject
  /** DER. */
  readonly certificate: Buffer
}

/** Creates a key on P-256 and a certificate for it, for installations without a certificate. */
export function makeSelfSigned(options: SelfSignedOptions): SelfSigned {
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const name = encodeName(options)
  const body = encodeSequence(
    encodeDer(toContextTag(0), encodeUnsigned(2)),
    encodeUnsigned(makeSerial()),
    encodeSequence(encodeOidByName('ecdsaWithSha256')),
    name,
    encodeSequence(encodeTime(options.validFrom), encodeTime(options.validTo)),
    name,
    spki,
    encodeDer(toContextTag(3), encodeExtensions(spki)),
  )
  const certificate = encodeSequence(
    body,
    encodeSequence(encodeOidByName('ecdsaWithSha256')),
    encodeBitString(signBytes(key, body)),
  )
  return { key, certificate }
}

function encodeName({ commonName, organization, country }: SelfSignedOptions): Buffer {
  const encodeNamePart = (name: keyof typeof oids, value: string | undefined) =>
    value === undefined
      ? []
      : [encodeSet(encodeSequence(encodeOidByName(name), encodeDer(tags.utf8String, Buffer.from(value))))]
  const countryPart =
    country === undefined
      ? []
      : [encodeSet(encodeSequence(encodeOidByName('countryName'), encodeDer(0x13, Buffer.from(country))))]
  return encodeSequence(
    ...countryPart,
    ...encodeNamePart('organizationName', organization),
    ...encodeNamePart('commonName', commonName),
  )
}

/** Returns a random serial number of 127 bits; never zero, which readers reject. */
function makeSerial(): Buffer {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}

function encodeExtensions(spki: Buffer): Buffer {
  const [, publicKey] = readChildren(readDer(spki))
  // RFC 7093: the first 160 bits of the SHA-256 of the key, without the byte that counts unused bits.
  const keyId = createHash('sha256')
    .update(publicKey?.body.subarray(1) ?? '')
    .digest()
    .subarray(0, 20)
  // The usages digitalSignature and nonRepudiation.
  const keyUsage = encodeBitString(Buffer.from([0b1100_0000]), 6)
  return encodeSequence(
    encodeSequence(encodeOidByName('basicConstraints'), encodedTrue, encodeOctetString(encodeSequence())),
    encodeSequence(encodeOidByName('keyUsage'), encodedTrue, encodeOctetString(keyUsage)),
    encodeSequence(encodeOidByName('subjectKeyIdentifier'), encodeOctetString(encodeOctetString(keyId))),
  )
}
