import {
  type CadesParts,
  encodeCades,
  encodeSigningCertificates,
  hashContent,
  isSignatureValid,
  readCades,
} from './cades.ts'
import {
  canSign,
  describeSubject,
  getFingerprint,
  normalizeFingerprint,
  type ParsedCertificate,
  readCertificate,
} from './certificate.ts'
import { judgeChain, type OrderedChain } from './chain.ts'
import { checkContents, checkCoverage, readContents } from './container.ts'
import { readFirstDer } from './der.ts'
import {
  type CheckName,
  type CheckVerdict,
  createFailed,
  createPassed,
  FindingLog,
  type SignatureFinding,
} from './finding.ts'
import { type LocatedSignature, locateSignature } from './locate-signature.ts'
import { judgeAuthority, readTimeStampToken, type TimeStampToken, type TokenTrust } from './time-stamp-token.ts'

export interface VerifyPdfOptions {
  /** Trusted issuers of signers' certificates, or trusted signers' certificates themselves; in PEM or DER. */
  readonly trustedRoots?: readonly (Uint8Array | string)[]
  /** SHA-256 fingerprints of trusted signers' certificates, as `AB:CD:…` or in plain hexadecimal. */
  readonly trustedFingerprints?: readonly string[]
  /** Trusted issuers of the certificates of time-stamp authorities; in PEM or DER. */
  readonly trustedStamps?: readonly (Uint8Array | string)[]
  readonly now: Date
}

export interface PdfVerification {
  /**
   * `valid`: all checks passed. `untrusted`: the file is unchanged since it was signed, but the given roots do not
   * vouch for the signer or the time-stamp authority. `invalid`: the file was changed, or was not signed by `signPdf`.
   */
  readonly status: 'valid' | 'untrusted' | 'invalid'
  readonly findings: readonly SignatureFinding[]
  /** The claims of the signature; they are only as reliable as `status` says. */
  readonly signature?: {
    readonly name: string
    readonly reason: string
    readonly signedAt: Date
    readonly subject: string
    /** SHA-256 of the certificate. */
    readonly fingerprint: string
    /** SHA-256 digests of other files that the signer vouches for, by name. */
    readonly files: ReadonlyMap<string, string>
  }
  readonly timeStamp?: { readonly time: Date; readonly authority: string }
}

/** Verifies a file that `signPdf` has signed, offline. It never throws, whatever the file contains. */
export const verifyPdf = (bytes: Uint8Array, options: VerifyPdfOptions): PdfVerification =>
  verifyWith(bytes, options, containerChecks)

type ContainerCheck = (bytes: Uint8Array, located: LocatedSignature) => CheckVerdict

/** Checks that detect changes of the bytes that the digest does not cover. */
export const containerChecks: readonly (readonly [CheckName, ContainerCheck])[] = [
  ['coverage', checkCoverage],
  ['contents', checkContents],
]

/** Verifies with only some of the container checks; for tests, which omit a check to show that it is needed. */
export function verifyWith(
  bytes: Uint8Array,
  options: VerifyPdfOptions,
  checks: typeof containerChecks,
): PdfVerification {
  const roots = (options.trustedRoots ?? []).map(readCertificate)
  const stampRoots = (options.trustedStamps ?? []).map(readCertificate)
  const log = new FindingLog()
  const located = log.attempt('structure', () => locateSignature(bytes))
  if (located === undefined) return toVerification(log)
  log.check('structure', () => createPassed('the file has one signature'))
  for (const [name, check] of checks) log.check(name, () => check(bytes, located))
  const signed = log.attempt('encoding', () => readSigned(located))
  if (signed === undefined) return toVerification(log)
  checkSignature(log, signed, digestRange(bytes, located))
  const token = checkToken(log, { ...signed, isExpected: located.isStamped }, { roots: stampRoots, now: options.now })
  const isStamped = log.findings.some(({ check, outcome }) => check === 'time-stamp-chain' && outcome === 'passed')
  const at = isStamped && token !== undefined ? token.time : options.now
  const fingerprints = (options.trustedFingerprints ?? []).map(normalizeFingerprint)
  log.check('chain', () => judgeChain(signed, { roots, at, fingerprints }))
  return toVerification(log, { located, signer: signed.chain[0], token })
}

interface SignedParts extends CadesParts, OrderedChain {
  readonly encoded: Buffer
}

function readSigned({ contents }: LocatedSignature): SignedParts {
  const { element } = readFirstDer(readContents(contents))
  return { ...readCades(element.bytes), encoded: element.bytes }
}

const digestRange = (
  bytes: Uint8Array,
  { byteRange: [first = 0, length = 0, second = 0, rest = 0] }: LocatedSignature,
) => hashContent(bytes.subarray(first, first + length), bytes.subarray(second, second + rest))

function checkSignature(log: FindingLog, parts: SignedParts, digest: Buffer): void {
  const { chain, encoded } = parts
  log.check('digest', () =>
    parts.digest.equals(digest)
      ? createPassed('the content is as it was signed')
      : createFailed('the content was changed'),
  )
  log.check('certificate', () => {
    if (!encoded.includes(encodeSigningCertificates(chain))) return createFailed('another certificate was signed')
    const isAllowed = chain[0] !== undefined && canSign(chain[0])
    return isAllowed ? createPassed('the certificate is signed') : createFailed('the certificate is not for signatures')
  })
  log.check('encoding', () =>
    encodeCades(parts).equals(encoded)
      ? createPassed('the signature is canonical')
      : createFailed('the signature has other parts'),
  )
  log.check('signature', () =>
    isSignatureValid(parts) ? createPassed('the signature is valid') : createFailed('the signature is wrong'),
  )
}

interface ExpectedToken extends Pick<CadesParts, 'token' | 'signature'> {
  readonly isExpected: boolean
}

/** Checks that the time stamp exists if the file was signed with one, and that it belongs to this signature. */
function checkToken(log: FindingLog, expected: ExpectedToken, trust: TokenTrust): TimeStampToken | undefined {
  const { token: bytes, signature, isExpected } = expected
  if (isExpected !== (bytes !== undefined))
    log.check('time-stamp', () => createFailed(isExpected ? 'the time stamp was removed' : 'a time stamp was added'))
  if (bytes === undefined) return undefined
  const token = log.attempt('time-stamp', () => readTimeStampToken(bytes))
  if (token === undefined) return undefined
  const isOfSignature = token.imprint.equals(hashContent(signature))
  log.check('time-stamp', () =>
    isOfSignature
      ? createPassed('the signature has a time stamp')
      : createFailed('the time stamp is of another signature'),
  )
  log.check('time-stamp-chain', () => judgeAuthority(token, trust))
  return token
}

interface DescribedSignature {
  readonly located: LocatedSignature
  readonly signer: ParsedCertificate | undefined
  readonly token: TimeStampToken | undefined
}

function toVerification({ status, findings }: FindingLog, details?: DescribedSignature): PdfVerification {
  const { located, signer, token } = details ?? {}
  if (located === undefined || signer === undefined) return { status, findings }
  const { name, reason, signedAt, files } = located
  const [subject, fingerprint] = [describeSubject(signer), getFingerprint(signer)]
  const signature = { name, reason, signedAt, files, subject, fingerprint }
  if (token === undefined) return { status, findings, signature }
  return { status, findings, signature, timeStamp: { time: token.time, authority: describeSubject(token.authority) } }
}
