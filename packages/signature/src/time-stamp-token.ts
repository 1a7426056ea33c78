import { type DigestName, digests, readAlgorithm, signatureAlgorithms } from './algorithms.ts'
import {
  describeSubject,
  hashCertificate,
  isForTimeStamping,
  type ParsedCertificate,
  readCertificates,
} from './certificate.ts'
import { judgeChain, type OrderedChain, sortChain } from './chain.ts'
import {
  type DerElement,
  DerError,
  DerFields,
  decodeOid,
  encodeSequence,
  encodeSet,
  encodeUnsigned,
  getOnlyChild,
  readChildren,
  readDer,
  tags,
  toContextTag,
} from './der.ts'
import { type CheckVerdict, createPassed, createUntrusted } from './finding.ts'
import { oids } from './oids.ts'
import { computeDigest, isSignedBy } from './primitives.ts'
import { readTimeStampInfo, type TimeStampInfo } from './time-stamp-info.ts'

/** A consistent token, signed by the key of its certificate. Whether the authority is trusted is judged separately. */
export interface TimeStampToken extends TimeStampInfo {
  readonly bytes: Buffer
  readonly authority: ParsedCertificate
  readonly chain: OrderedChain
}

/**
 * Reads a token and checks everything that needs no trusted root: the encoding, the signature of the authority, that
 * the signature names the certificate, and that the certificate is for time stamps. Throws if anything is wrong. Parts
 * that the signature does not cover, such as revocation lists, are rejected, so that nothing in a token can be changed.
 */
export function readTimeStampToken(bytes: Uint8Array): TimeStampToken {
  const token = readDer(bytes)
  const { content, certificates, digestAlgorithms, signer } = readSignedData(token)
  const { attributes, signature, issuerAndSerial, digestAlgorithm } = readSigner(signer)
  if (!digestAlgorithms.equals(encodeSet(digestAlgorithm.bytes)))
    throw new DerError('other digest algorithms are listed')
  const authority = certificates.find(({ issuer, serial }) => encodeSequence(issuer, serial).equals(issuerAndSerial))
  if (authority === undefined) throw new DerError('the certificate of the time-stamp authority is missing')
  const hash = readAlgorithm(digestAlgorithm, digests)
  checkAttributes(readAttributes(attributes), { content, hash, authority })
  const isSigned = isSignedBy(authority.publicKey, {
    digest: signature.hash ?? hash,
    bytes: replaceTag(attributes, tags.set),
    signature: signature.value,
  })
  if (!isSigned) throw new DerError('the signature of the time-stamp authority is wrong')
  if (signature.hash !== undefined && signature.hash !== hash) throw new DerError('two digest algorithms are mixed')
  if (!isForTimeStamping(authority)) throw new DerError('the certificate of the authority is not for time stamps')
  const chain = sortChain(
    authority,
    certificates.filter((each) => each !== authority),
  )
  if (chain.unused.length > 0) throw new DerError('the time stamp carries certificates that its chain does not need')
  return { ...readTimeStampInfo(content), bytes: token.bytes, authority, chain }
}

export interface TokenTrust {
  readonly roots: readonly ParsedCertificate[]
  readonly now: Date
}

/** Clocks differ; the time of a token may be this much ahead of our clock. */
const maxClockDifferenceMs = 5 * 60_000

/** Checks whether the authority of a token is trusted. */
export function judgeAuthority({ chain, time, authority }: TimeStampToken, { roots, now }: TokenTrust): CheckVerdict {
  const verdict = judgeChain(chain, { roots, at: time })
  if (verdict.outcome !== 'passed') return { ...verdict, message: `time-stamp authority: ${verdict.message}` }
  if (time.getTime() > now.getTime() + maxClockDifferenceMs)
    return createUntrusted(`the time stamp is in the future: ${time.toISOString()}`)
  return createPassed(`${time.toISOString()}, by ${describeSubject(authority)}`)
}

function readSignedData(token: DerElement) {
  const outer = new DerFields(token)
  if (decodeOid(outer.next()) !== oids.signedData) throw new DerError('not signed data')
  const signedData = new DerFields(getOnlyChild(outer.next(toContextTag(0)), tags.sequence))
  outer.end()
  if (!signedData.next().bytes.equals(encodeUnsigned(3))) throw new DerError('an unknown version of signed data')
  const digestAlgorithms = signedData.next(tags.set).bytes
  const encapsulated = new DerFields(signedData.next(tags.sequence))
  if (decodeOid(encapsulated.next()) !== oids.tstInfo) throw new DerError('not a time stamp')
  const content = getOnlyChild(encapsulated.next(toContextTag(0)), tags.octetString).body
  encapsulated.end()
  const certificates = signedData.optional(toContextTag(0))
  const signer = getOnlyChild(signedData.next(tags.set), tags.sequence)
  signedData.end()
  if (certificates === undefined) throw new DerError('the certificate of the time-stamp authority is missing')
  return {
    digestAlgorithms,
    content,
    certificates: readCertificates(certificates),
    signer,
  }
}

function readSigner(signer: DerElement) {
  const fields = new DerFields(signer)
  if (!fields.next().bytes.equals(encodeUnsigned(1))) throw new DerError('an unknown version of the signature')
  const issuerAndSerial = fields.next(tags.sequence).bytes
  const digestAlgorithm = fields.next(tags.sequence)
  const attributes = fields.next(toContextTag(0))
  const { digest: hash } = readAlgorithm(fields.next(tags.sequence), signatureAlgorithms)
  const value = fields.next(tags.octetString).body
  fields.end()
  return { issuerAndSerial, digestAlgorithm, attributes, signature: { value, hash } }
}

/** Reads signed attributes. They must be sorted, because the signature covers their canonical encoding. */
function readAttributes(attributes: DerElement): Map<string, DerElement> {
  const list = readChildren(attributes)
  const sorted = encodeSet(...list.map(({ bytes }) => bytes))
  if (!replaceTag(attributes, tags.set).equals(sorted)) throw new DerError('the signed attributes are not canonical')
  const values = list.map((attribute): [string, DerElement] => {
    const fields = new DerFields(attribute)
    const name = decodeOid(fields.next())
    const value = getOnlyChild(fields.next(tags.set))
    fields.end()
    return [name, value]
  })
  const attributesByName = new Map(values)
  if (attributesByName.size !== values.length) throw new DerError('a signed attribute occurs twice')
  return attributesByName
}

interface SignedContent {
  readonly content: Buffer
  readonly hash: DigestName
  readonly authority: ParsedCertificate
}

function checkAttributes(
  attributes: ReadonlyMap<string, DerElement>,
  { content, hash, authority }: SignedContent,
): void {
  const contentType = attributes.get(oids.contentType)
  if (contentType === undefined || decodeOid(contentType) !== oids.tstInfo)
    throw new DerError('the signature of the authority is not for a time stamp')
  const digest = attributes.get(oids.messageDigest)
  if (digest?.tag !== tags.octetString || !digest.body.equals(computeDigest(hash, content)))
    throw new DerError('the content of the time stamp was changed')
  const ids = [
    ...readCertificateIds(attributes.get(oids.signingCertificate), () => 'sha1'),
    ...readCertificateIds(attributes.get(oids.signingCertificateV2), readIdDigest),
  ]
  if (ids.length === 0) throw new DerError('the time stamp does not name the certificate of its authority')
  if (ids.some((id) => !id.hash.equals(hashCertificate(authority, id.algorithm))))
    throw new DerError('the time stamp names another certificate than that of its authority')
}

interface CertificateId {
  readonly algorithm: DigestName
  readonly hash: Buffer
}

/** Reads the first id, which is the one of the signer's certificate; the ids of its issuers may follow. */
function readCertificateIds(value: DerElement | undefined, readDigest: (id: DerFields) => DigestName): CertificateId[] {
  if (value === undefined) return []
  const id = new DerFields(new DerFields(new DerFields(value).next(tags.sequence)).next(tags.sequence))
  const algorithm = readDigest(id)
  return [{ algorithm, hash: id.next(tags.octetString).body }]
}

function readIdDigest(id: DerFields): DigestName {
  const algorithm = id.optional(tags.sequence)
  return algorithm === undefined ? 'sha256' : readAlgorithm(algorithm, digests)
}

function replaceTag({ bytes }: DerElement, tag: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[0] = tag
  return copy
}
