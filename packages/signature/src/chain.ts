import {
  describeSubject,
  getFingerprint,
  isAuthority,
  isIssuedBy,
  normalizeFingerprint,
  type ParsedCertificate,
  readPathLength,
} from './certificate.ts'
import { type CheckVerdict, createFailed, createPassed, createUntrusted } from './finding.ts'
import { oids } from './oids.ts'

export interface OrderedChain {
  /** The given certificate first, then the issuer of each. */
  readonly chain: readonly ParsedCertificate[]
  readonly unused: readonly ParsedCertificate[]
}

/** Orders certificates by who issued whom. */
export function sortChain(leaf: ParsedCertificate, others: readonly ParsedCertificate[]): OrderedChain {
  const chain = [leaf]
  let unused = [...others]
  for (let last = leaf; !last.isSelfSigned; ) {
    const issuer = unused.find((candidate) => isIssuedBy(last, candidate))
    if (issuer === undefined) break
    unused = unused.filter((each) => each !== issuer)
    chain.push(issuer)
    last = issuer
  }
  return { chain, unused }
}

export interface ChainOptions {
  readonly roots: readonly ParsedCertificate[]
  /** The time at which the certificates must be valid. */
  readonly at: Date
  /** Normalized fingerprints of signer certificates that are trusted without a root. */
  readonly fingerprints?: readonly string[]
}

/**
 * Checks a chain against pinned roots. Every certificate must belong to the chain and be verified by the next one, by a
 * root or by itself: otherwise its bytes could be changed unnoticed.
 */
export function judgeChain(
  { chain, unused }: OrderedChain,
  { roots, at, fingerprints = [] }: ChainOptions,
): CheckVerdict {
  const [extra] = unused
  if (extra !== undefined) return createFailed(`a certificate that the chain does not need: ${describeSubject(extra)}`)
  const firstViolation = chain
    .map((_, index) => findViolation(chain, index))
    .find((violation) => violation !== undefined)
  if (firstViolation !== undefined) return createFailed(firstViolation)
  const isAnchored = (certificate: ParsedCertificate) =>
    roots.some((root) => root.bytes.equals(certificate.bytes) || isIssuedBy(certificate, root))
  const [leaf] = chain
  const top = chain.at(-1)
  if (leaf === undefined || top === undefined) return createFailed('no certificate')
  // The signature covers its whole chain: if the signer is trusted, no certificate above it can be changed.
  const isPinned = fingerprints.includes(normalizeFingerprint(getFingerprint(leaf)))
  if (!isPinned && !chain.some(isAnchored)) return createUntrusted(describeUntrusted(leaf))
  if (!isPinned && !top.isSelfSigned && !isAnchored(top))
    return createUntrusted(`the issuer of ${describeSubject(top)} is not among the trusted roots`)
  const invalid = chain.find(({ validFrom, validTo }) => at < validFrom || at > validTo)
  if (invalid !== undefined) return createUntrusted(`${describeSubject(invalid)} was not valid at ${at.toISOString()}`)
  return createPassed(`${describeSubject(leaf)} is trusted`)
}

const describeUntrusted = (leaf: ParsedCertificate): string =>
  leaf.isSelfSigned
    ? `self-signed, fingerprint ${getFingerprint(leaf)}`
    : `${describeSubject(leaf)} is not issued under a trusted root`

/** Critical extensions that this package enforces, or whose restrictions do not matter for signatures. */
const knownExtensions: ReadonlySet<string> = new Set([
  oids.basicConstraints,
  oids.keyUsage,
  oids.extendedKeyUsage,
  oids.certificatePolicies,
])

/** Returns why a certificate is invalid at its place in the chain; undefined if it is valid. */
function findViolation(chain: readonly ParsedCertificate[], index: number): string | undefined {
  const certificate = chain[index]
  if (certificate === undefined) return undefined
  const subject = describeSubject(certificate)
  const unknown = [...certificate.extensions].find(([name, { critical }]) => critical && !knownExtensions.has(name))
  if (unknown !== undefined) return `${subject} has the unknown critical extension ${unknown[0]}`
  if (certificate.issuer.equals(certificate.subject) && !certificate.isSelfSigned)
    return `the signature of ${subject} on itself is wrong`
  if (index === 0) return undefined
  if (!isAuthority(certificate)) return `${subject} is not a certificate authority`
  const maxBelow = readPathLength(certificate)
  return maxBelow !== undefined && index - 1 > maxBelow ? `too many authorities below ${subject}` : undefined
}
