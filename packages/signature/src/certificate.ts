import { type DigestName, readAlgorithm, type SignatureAlgorithm, signatureAlgorithms } from './algorithms.ts'
import { describeName } from './certificate-name.ts'
import {
  type DerElement,
  DerError,
  DerFields,
  decodeOid,
  decodeWholeBits,
  readChildren,
  readDer,
  tags,
  toContextTag,
} from './der.ts'
import { decodeTime } from './der-time.ts'
import { oids } from './oids.ts'
import { computeDigest, isSignedBy } from './primitives.ts'
import { type PublicKey, readPublicKey } from './public-key.ts'

export interface CertificateExtension {
  readonly critical: boolean
  readonly value: Buffer
}

export interface ParsedCertificate {
  readonly bytes: Buffer
  /** DER of the serial number, of the name of the issuer and of the subject. */
  readonly serial: Buffer
  readonly issuer: Buffer
  readonly subject: Buffer
  /** The subject on one line: `O=Example, CN=Reports`. */
  readonly subjectText: string
  readonly validFrom: Date
  readonly validTo: Date
  readonly publicKey: PublicKey
  readonly extensions: ReadonlyMap<string, CertificateExtension>
  /** Whether it names itself as its issuer and is signed with its own key. */
  readonly isSelfSigned: boolean
  readonly signed: CertificateSignature
}

/** The signed body, the algorithm (undefined if it is not accepted), and the signature of the issuer. */
interface CertificateSignature {
  readonly body: Buffer
  readonly algorithm: SignatureAlgorithm | undefined
  readonly value: Buffer
}

/** Reads one certificate in PEM or DER. */
export function readCertificate(source: Uint8Array | string): ParsedCertificate {
  const bytes = typeof source === 'string' ? readPem(source) : Buffer.from(source)
  const certificate = new DerFields(readDer(bytes))
  const body = certificate.next()
  const fields = new DerFields(body)
  fields.optional(toContextTag(0))
  const serial = fields.next(tags.integer).bytes
  const algorithm = fields.next(tags.sequence)
  const issuer = fields.next(tags.sequence).bytes
  const validity = new DerFields(fields.next(tags.sequence))
  const [validFrom, validTo] = [decodeTime(validity.next()), decodeTime(validity.next())]
  validity.end()
  const subject = fields.next(tags.sequence).bytes
  const publicKey = readPublicKey(fields.next(tags.sequence))
  const extensions = readExtensions(fields)
  const signed = { body: body.bytes, ...readSignature(certificate, algorithm) }
  const isSelfSigned = issuer.equals(subject) && hasSigned(publicKey, signed)
  // Decoded here, so that an unreadable name is an error now, not only when it is displayed.
  const subjectText = describeName(subject)
  return {
    bytes,
    serial,
    issuer,
    subject,
    subjectText,
    validFrom,
    validTo,
    publicKey,
    extensions,
    isSelfSigned,
    signed,
  }
}

/** Splits a text with any number of certificates in PEM. */
export const readCertificateBundle = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n?/g) ?? []

/** No real chain is longer; the limit bounds the time for finding issuers. */
const maxCertificates = 10

/** Reads the certificates that a signature carries. */
export function readCertificates(list: DerElement): ParsedCertificate[] {
  const certificates = readChildren(list)
  if (certificates.length > maxCertificates) throw new DerError(`more than ${maxCertificates} certificates`)
  return certificates.map(({ bytes }) => readCertificate(bytes))
}

/** The SHA-256 fingerprint as tools print it: `AB:CD:…`. */
export const getFingerprint = (certificate: ParsedCertificate): string =>
  (hashCertificate(certificate).toString('hex').toUpperCase().match(/../g) ?? []).join(':')

/** Fingerprints are compared without regard to case and separators. */
export const normalizeFingerprint = (text: string): string => text.replaceAll(/[^0-9A-Fa-f]/g, '').toUpperCase()

export const describeSubject = ({ subjectText }: ParsedCertificate): string => subjectText

export const hashCertificate = ({ bytes }: ParsedCertificate, algorithm: DigestName = 'sha256'): Buffer =>
  computeDigest(algorithm, bytes)

/** Key identifiers are not compared: they only help to find an issuer among many; the signature is the proof. */
export const isIssuedBy = ({ issuer, signed }: ParsedCertificate, issuerCertificate: ParsedCertificate): boolean =>
  issuer.equals(issuerCertificate.subject) &&
  allowsIssuing(issuerCertificate) &&
  hasSigned(issuerCertificate.publicKey, signed)

/** Whether a certificate belongs to a certificate authority. */
export function isAuthority(certificate: ParsedCertificate): boolean {
  const extension = certificate.extensions.get(oids.basicConstraints)
  if (extension === undefined || !allowsIssuing(certificate)) return false
  return new DerFields(readDer(extension.value)).optional(tags.boolean)?.body[0] === 0xff
}

/** The number of authorities that may be below this authority; undefined if the certificate sets no limit. */
export function readPathLength({ extensions }: ParsedCertificate): number | undefined {
  const extension = extensions.get(oids.basicConstraints)
  if (extension === undefined) return undefined
  const fields = new DerFields(readDer(extension.value))
  fields.optional(tags.boolean)
  const length = fields.optional(tags.integer)
  if (length === undefined) return undefined
  return length.body.length > 1 ? 127 : length.body[0]
}

/** Bits of RFC 5280, 4.2.1.3, from the left. */
const usageBits = { digitalSignature: 0b1000_0000, nonRepudiation: 0b0100_0000, keyCertSign: 0b0000_0100 } as const

/** Whether the key may sign documents. */
export const canSign = (certificate: ParsedCertificate): boolean =>
  allowsUsage(certificate, usageBits.digitalSignature | usageBits.nonRepudiation)

const allowsIssuing = (certificate: ParsedCertificate): boolean => allowsUsage(certificate, usageBits.keyCertSign)

/** Whether at least one of the usages is allowed. A certificate without the extension allows all of them. */
function allowsUsage({ extensions }: ParsedCertificate, bits: number): boolean {
  const extension = extensions.get(oids.keyUsage)
  if (extension === undefined) return true
  const { tag, body } = readDer(extension.value)
  return tag === tags.bitString && ((body[1] ?? 0) & bits) !== 0
}

/** RFC 3161, 2.3: time stamping is the only purpose of the key, and the extension is critical. */
export function isForTimeStamping({ extensions }: ParsedCertificate): boolean {
  const extension = extensions.get(oids.extendedKeyUsage)
  if (extension?.critical !== true) return false
  const purposes = readChildren(readDer(extension.value)).map(decodeOid)
  return purposes.length === 1 && purposes[0] === oids.timeStamping
}

/** Rejects a bundle: all of its certificates except the first would be ignored silently. */
function readPem(text: string): Buffer {
  if (text.split('-----BEGIN ').length > 2) throw new Error('one certificate was expected, not several in one text')
  const match = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/\s]+=*)\s*-----END CERTIFICATE-----/.exec(text)
  if (match === null) throw new Error('not a certificate in PEM')
  return Buffer.from((match[1] ?? '').replaceAll(/\s/g, ''), 'base64')
}

/** Reads the fields after the body. The body repeats the algorithm, where it is covered by the signature. */
function readSignature(fields: DerFields, bodyAlgorithm: DerElement): Omit<CertificateSignature, 'body'> {
  const algorithm = fields.next(tags.sequence)
  if (!algorithm.bytes.equals(bodyAlgorithm.bytes)) throw new DerError('a certificate names two algorithms')
  const value = decodeWholeBits(fields.next())
  fields.end()
  return { algorithm: readCertificateAlgorithm(algorithm), value }
}

/** Other algorithms are no error: such a certificate can be trusted itself, but its issuer cannot be verified. */
function readCertificateAlgorithm(algorithm: DerElement): SignatureAlgorithm | undefined {
  const name = decodeOid(new DerFields(algorithm).next())
  if (name === oids.sha1WithRsa) return { kind: 'rsa', digest: 'sha1' }
  return signatureAlgorithms.has(name) ? readAlgorithm(algorithm, signatureAlgorithms) : undefined
}

function hasSigned(key: PublicKey, { body, algorithm, value }: CertificateSignature): boolean {
  if (algorithm?.digest === undefined || algorithm.kind !== key.kind) return false
  return isSignedBy(key, { digest: algorithm.digest, bytes: body, signature: value })
}

function readExtensions(fields: DerFields): Map<string, CertificateExtension> {
  // Skip the obsolete unique identifiers of issuer and subject, [1] and [2].
  fields.optional(0x81)
  fields.optional(0x82)
  const wrapped = fields.optional(toContextTag(3))
  fields.end()
  const extensions = new Map<string, CertificateExtension>()
  if (wrapped === undefined) return extensions
  const list = new DerFields(wrapped, toContextTag(3))
  for (const extension of readChildren(list.next(tags.sequence))) {
    const parts = new DerFields(extension)
    const name = decodeOid(parts.next(tags.oid))
    const critical = parts.optional(tags.boolean)?.body[0] === 0xff
    if (extensions.has(name)) throw new DerError('an extension occurs twice in a certificate')
    extensions.set(name, { critical, value: parts.next(tags.octetString).body })
    parts.end()
  }
  list.end()
  return extensions
}
