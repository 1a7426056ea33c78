import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { isIP } from 'node:net'
import {
  encodeBitString,
  encodeDer,
  encodedTrue,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSet,
  encodeTime,
  encodeUnsigned,
  tags,
  toContextTag,
} from '@wachta/signature/der'

/** A certificate and its private key, both as PEM. */
export interface KeyedCertificate {
  readonly certificate: string
  readonly key: string
}

/** Long, because these certificates are used on one private network only, and lost keys are replaced with new ones. */
const validYears = 10
/** Certificates are valid from an hour before they are issued, because clocks differ. */
const backdateMs = 3_600_000

const extensionIds = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const
const serverAuthentication = '1.3.6.1.5.5.7.3.1'

/**
 * Creates a certificate authority for the servers of one installation. Its key is needed only to sign further
 * certificates.
 */
export function createAuthority(name: string, now = new Date()): KeyedCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const extensions = [
    encodeExtension(extensionIds.basicConstraints, encodeSequence(encodedTrue, encodeUnsigned(0)), 'critical'),
    encodeExtension(extensionIds.keyUsage, keyUsage.signCertificates, 'critical'),
    encodeExtension(extensionIds.subjectKeyId, encodeOctetString(computeKeyId(publicKey))),
  ]
  return toKeyedCertificate(
    privateKey,
    signCertificate({ name, issuer: name, publicKey, signer: privateKey, extensions, now }),
  )
}

/** Issues a server certificate for the host names and addresses that clients use. */
export function issueServerCertificate(
  authority: KeyedCertificate,
  issuer: string,
  hosts: readonly string[],
): KeyedCertificate {
  const signer = createPrivateKey(authority.key)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const extensions = [
    encodeExtension(extensionIds.keyUsage, keyUsage.signData, 'critical'),
    encodeExtension(extensionIds.extendedKeyUsage, encodeSequence(encodeOid(serverAuthentication))),
    encodeExtension(extensionIds.subjectAlternativeName, encodeSequence(...hosts.map(encodeAlternativeName))),
    encodeExtension(
      extensionIds.authorityKeyId,
      encodeSequence(encodeDer(0x80, computeKeyId(createPublicKey(signer)))),
    ),
  ]
  return toKeyedCertificate(
    privateKey,
    signCertificate({ name: hosts[0] ?? '', issuer, publicKey, signer, extensions, now: new Date() }),
  )
}

interface ToBeSigned {
  readonly name: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly extensions: readonly Buffer[]
  readonly now: Date
}

const ecdsaWithSha256 = encodeSequence(encodeOid('1.2.840.10045.4.3.2'))

function signCertificate({ name, issuer, publicKey, signer, extensions, now }: ToBeSigned): string {
  const end = new Date(now)
  end.setUTCFullYear(end.getUTCFullYear() + validYears)
  const content = encodeSequence(
    encodeDer(toContextTag(0), encodeUnsigned(2)),
    encodeUnsigned(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    encodeCommonName(issuer),
    encodeSequence(encodeTime(new Date(now.getTime() - backdateMs)), encodeTime(end)),
    encodeCommonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeDer(toContextTag(3), encodeSequence(...extensions)),
  )
  const certificate = encodeSequence(content, ecdsaWithSha256, encodeBitString(sign('sha256', content, signer)))
  const lines = certificate.toString('base64').replaceAll(/(.{64})/g, '$1\n')
  return `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`
}

const toKeyedCertificate = (key: KeyObject, certificate: string): KeyedCertificate => ({
  certificate,
  key: key.export({ type: 'pkcs8', format: 'pem' }) as string,
})

const encodeCommonName = (name: string): Buffer =>
  encodeSequence(encodeSet(encodeSequence(encodeOid('2.5.4.3'), encodeDer(tags.utf8String, Buffer.from(name)))))

const encodeExtension = (id: string, value: Buffer, critical?: 'critical'): Buffer =>
  encodeSequence(encodeOid(id), ...(critical ? [encodedTrue] : []), encodeOctetString(value))

const keyUsage = {
  signCertificates: encodeBitString(Buffer.from([0x06]), 1),
  signData: encodeBitString(Buffer.from([0x80]), 7),
}

const computeKeyId = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()

function encodeAlternativeName(host: string): Buffer {
  if (isIP(host) === 4) return encodeDer(0x87, Buffer.from(host.split('.').map(Number)))
  return encodeDer(0x82, Buffer.from(host, 'ascii'))
}
