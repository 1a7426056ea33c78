import { hashCertificate, type ParsedCertificate, readCertificates } from './certificate.ts'
import { sortChain } from './chain.ts'
import {
  type DerElement,
  DerError,
  DerFields,
  decodeOid,
  encodeDer,
  encodeOctetString,
  encodeSequence,
  encodeSet,
  encodeUnsigned,
  getOnlyChild,
  readChildren,
  readDer,
  tags,
  toContextTag,
} from './der.ts'
import { encodeOidByName, oids } from './oids.ts'
import { computeDigest, isSignedBy } from './primitives.ts'
import { encodeSignatureAlgorithm, getKeyKind, isLowS } from './signature-value.ts'

/** The parts of a signature. Everything else in its encoding follows from them. */
export interface CadesParts {
  /** SHA-256 of the signed content. */
  readonly digest: Buffer
  /** The signer first, then the issuer of each. */
  readonly chain: readonly ParsedCertificate[]
  readonly signature: Buffer
  readonly token?: Buffer | undefined
}

export const hashContent = (...content: readonly Uint8Array[]): Buffer => computeDigest('sha256', ...content)

/** Encodes a signature. The encoding is unique for the parts: the verifier encodes them again and compares. */
export function encodeCades({ digest, chain, signature, token }: CadesParts): Buffer {
  const [leaf] = chain
  if (leaf === undefined) throw new Error('a signature needs the certificate of its key')
  const attributes = Buffer.from(encodeSignedAttributes(digest, chain))
  // Signed as a SET, stored as [0].
  attributes[0] = toContextTag(0)
  const unsignedAttributes =
    token === undefined ? [] : [encodeDer(toContextTag(1), encodeAttribute('timeStampToken', token))]
  const signer = encodeSequence(
    encodeUnsigned(1),
    encodeSequence(leaf.issuer, leaf.serial),
    sha256Algorithm,
    attributes,
    encodeSignatureAlgorithm(getKeyKind(leaf.publicKey)),
    encodeOctetString(signature),
    ...unsignedAttributes,
  )
  const certificates = chain.map(({ bytes }) => bytes).toSorted((one, other) => Buffer.compare(one, other))
  const signedData = encodeSequence(
    encodeUnsigned(1),
    encodeSet(sha256Algorithm),
    encodeSequence(encodeOidByName('data')),
    encodeDer(toContextTag(0), ...certificates),
    encodeSet(signer),
  )
  return encodeSequence(encodeOidByName('signedData'), encodeDer(toContextTag(0), signedData))
}

/** Reads the parts of an encoded signature. To detect anything else in it, the verifier encodes the parts again. */
export function readCades(bytes: Uint8Array): CadesParts & { readonly unused: readonly ParsedCertificate[] } {
  const content = new DerFields(readDer(bytes))
  if (decodeOid(content.next()) !== oids.signedData) throw new DerError('not signed data')
  const signedData = new DerFields(getOnlyChild(content.next(toContextTag(0)), tags.sequence))
  signedData.next(tags.integer)
  signedData.next(tags.set)
  signedData.next(tags.sequence)
  const certificates = readCertificates(signedData.next(toContextTag(0)))
  const signer = new DerFields(getOnlyChild(signedData.next(tags.set), tags.sequence))
  signer.next(tags.integer)
  const issuerAndSerial = signer.next(tags.sequence).bytes
  signer.next(tags.sequence)
  const digest = readDigest(signer.next(toContextTag(0)))
  signer.next(tags.sequence)
  const signature = signer.next(tags.octetString).body
  const token = signer.optional(toContextTag(1))
  const leaf = certificates.find(({ issuer, serial }) => encodeSequence(issuer, serial).equals(issuerAndSerial))
  if (leaf === undefined) throw new DerError('the certificate of the signer is missing')
  const others = certificates.filter((each) => each !== leaf)
  return {
    ...sortChain(leaf, others),
    digest,
    signature,
    token: token === undefined ? undefined : readAttributeValue(getOnlyChild(token)).bytes,
  }
}

/** Whether the key of the first certificate has made the signature. */
export function isSignatureValid({ digest, chain, signature }: CadesParts): boolean {
  const key = chain[0]?.publicKey
  if (key === undefined) return false
  if (getKeyKind(key) === 'ecdsa-p256' && !isLowS(signature)) return false
  return isSignedBy(key, { digest: 'sha256', bytes: encodeSignedAttributes(digest, chain), signature })
}

/** Encodes the signed attribute that contains the ids of the certificates. */
export function encodeSigningCertificates(chain: readonly ParsedCertificate[]): Buffer {
  // ESSCertIDv2; SHA-256 is the default and therefore left out. All certificates are listed, so all their bytes are signed.
  const ids = chain.map((certificate) =>
    encodeSequence(
      encodeOctetString(hashCertificate(certificate)),
      encodeSequence(encodeSequence(encodeDer(toContextTag(4), certificate.issuer)), certificate.serial),
    ),
  )
  return encodeAttribute('signingCertificateV2', encodeSequence(encodeSequence(...ids)))
}

const sha256Algorithm = encodeSequence(encodeOidByName('sha256'))

/** Encodes the signed attributes. PAdES forbids a signing time among them, because the signature dictionary has it. */
export const encodeSignedAttributes = (digest: Buffer, chain: readonly ParsedCertificate[]): Buffer =>
  encodeSet(
    encodeAttribute('contentType', encodeOidByName('data')),
    encodeAttribute('messageDigest', encodeOctetString(digest)),
    encodeSigningCertificates(chain),
  )

const encodeAttribute = (name: keyof typeof oids, value: Uint8Array): Buffer =>
  encodeSequence(encodeOidByName(name), encodeSet(value))

function readAttributeValue(attribute: DerElement) {
  const fields = new DerFields(attribute)
  fields.next(tags.oid)
  return getOnlyChild(fields.next(tags.set))
}

function readDigest(attributes: DerElement): Buffer {
  const found = readChildren(attributes).find(
    (attribute) => decodeOid(new DerFields(attribute).next()) === oids.messageDigest,
  )
  if (found === undefined) throw new DerError('the digest of the content is missing')
  return readAttributeValue(found).body
}
