import { createHash, X509Certificate } from 'node:crypto'
import { contextTag, type DerElement, DerError, DerFields, decodeOid, readChildren, readDer, tags } from './der.ts'
import { oids } from './oids.ts'

export interface CertificateExtension {
  readonly critical: boolean
  readonly value: Buffer
}

/** A certificate with the parts that `X509Certificate` does not show. */
export interface ParsedCertificate {
  readonly x509: X509Certificate
  readonly bytes: Buffer
  /** DER of the serial number, of the name of the issuer and of the subject. */
  readonly serial: Buffer
  readonly issuer: Buffer
  readonly subject: Buffer
  readonly extensions: ReadonlyMap<string, CertificateExtension>
  /** It names itself as its issuer, and has in fact signed itself. */
  readonly isSelfSigned: boolean
}

/** Reads one certificate in PEM or DER. */
export function readCertificate(source: Uint8Array | string): ParsedCertificate {
  const bytes = typeof source === 'string' ? readPem(source) : Buffer.from(source)
  const certificate = new DerFields(readDer(bytes))
  const fields = new DerFields(certificate.next())
  fields.optional(contextTag(0))
  const serial = fields.next(tags.integer).bytes
  fields.next(tags.sequence)
  const issuer = fields.next(tags.sequence).bytes
  fields.next(tags.sequence)
  const subject = fields.next(tags.sequence).bytes
  fields.next(tags.sequence)
  const extensions = readExtensions(fields)
  const x509 = new X509Certificate(bytes)
  if (!x509.raw.equals(bytes)) throw new DerError('a certificate that is not canonical')
  const isSelfSigned = issuer.equals(subject) && x509.verify(x509.publicKey)
  return { x509, bytes, serial, issuer, subject, extensions, isSelfSigned }
}

/** Splits a text with any number of certificates in PEM. */
export const readCertificateBundle = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n?/g) ?? []

/** No chain is longer, and checking who issued whom takes time. */
const maxCertificates = 10

/** Reads the certificates that a signature carries. */
export function readCertificates(list: DerElement): ParsedCertificate[] {
  const certificates = readChildren(list)
  if (certificates.length > maxCertificates) throw new DerError(`more than ${maxCertificates} certificates`)
  return certificates.map(({ bytes }) => readCertificate(bytes))
}

/** The SHA-256 fingerprint as tools print it: `AB:CD:…`. */
export const getFingerprint = ({ x509 }: ParsedCertificate): string => x509.fingerprint256

/** Fingerprints are compared without regard to case and separators. */
export const normalizeFingerprint = (text: string): string => text.replaceAll(/[^0-9A-Fa-f]/g, '').toUpperCase()

/** The subject on one line: `O=Example, CN=Reports`. */
export const describeSubject = ({ x509 }: ParsedCertificate): string => x509.subject.replaceAll('\n', ', ')

export const hashCertificate = ({ bytes }: ParsedCertificate, algorithm = 'sha256'): Buffer =>
  createHash(algorithm).update(bytes).digest()

export const isIssuedBy = ({ x509 }: ParsedCertificate, issuer: ParsedCertificate): boolean =>
  x509.checkIssued(issuer.x509) && x509.verify(issuer.x509.publicKey)

/** How many authorities may stand below this one; undefined if the certificate sets no limit. */
export function readPathLength({ extensions }: ParsedCertificate): number | undefined {
  const extension = extensions.get(oids.basicConstraints)
  if (extension === undefined) return undefined
  const fields = new DerFields(readDer(extension.value))
  fields.optional(tags.boolean)
  const length = fields.optional(tags.integer)
  if (length === undefined) return undefined
  return length.body.length > 1 ? 127 : length.body[0]
}

/** Says whether the key may sign documents. A certificate without the extension allows everything. */
export function allowsSigning({ extensions }: ParsedCertificate): boolean {
  const extension = extensions.get(oids.keyUsage)
  if (extension === undefined) return true
  const { tag, body } = readDer(extension.value)
  // Bits of RFC 5280, 4.2.1.3: digitalSignature is the first, nonRepudiation the second.
  return tag === tags.bitString && ((body[1] ?? 0) & 0b1100_0000) !== 0
}

/** RFC 3161, 2.3: time stamping is the only purpose of the key, and the extension is critical. */
export function isForTimeStamping({ extensions }: ParsedCertificate): boolean {
  const extension = extensions.get(oids.extendedKeyUsage)
  if (extension?.critical !== true) return false
  const purposes = readChildren(readDer(extension.value)).map(decodeOid)
  return purposes.length === 1 && purposes[0] === oids.timeStamping
}

/** A bundle is rejected: all certificates in it but the first would be ignored silently. */
function readPem(text: string): Buffer {
  if (text.split('-----BEGIN ').length > 2) throw new Error('one certificate was expected, not several in one text')
  return new X509Certificate(text).raw
}

function readExtensions(fields: DerFields): Map<string, CertificateExtension> {
  // Unique identifiers of issuer and subject, [1] and [2], are history; nothing here needs them.
  fields.optional(0x81)
  fields.optional(0x82)
  const wrapped = fields.optional(contextTag(3))
  fields.end()
  const extensions = new Map<string, CertificateExtension>()
  if (wrapped === undefined) return extensions
  const list = new DerFields(wrapped, contextTag(3))
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
