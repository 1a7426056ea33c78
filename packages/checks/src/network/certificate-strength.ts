import type { X509Certificate } from 'node:crypto'

/** The minimum length of keys in bits, by type; shorter keys can be broken. */
const minKeyBits: Readonly<Record<string, number>> = { rsa: 2048, 'rsa-pss': 2048, dsa: 2048 }

/** Curves of fewer than 224 bits. */
const weakCurve = /^(?:prime192v\d|sec[pt]1[1-9]\d[kr]\d|brainpoolP1[69]\d[rt]1|wap-wsg)/

const retiredHash = /^(?:md\d|sha1|.*with-?sha-?1(?!\d)|.*with-?md\d|.*-SHA1$)/i

/** Returns why a certificate is too weak; undefined if it is strong enough. */
export function findWeakness(certificate: X509Certificate): string | undefined {
  const { asymmetricKeyType = '', asymmetricKeyDetails = {} } = certificate.publicKey
  const { modulusLength, namedCurve } = asymmetricKeyDetails
  if (modulusLength !== undefined && modulusLength < (minKeyBits[asymmetricKeyType] ?? 0))
    return `a key of ${modulusLength} bits`
  if (namedCurve !== undefined && weakCurve.test(namedCurve)) return `a key on the curve ${namedCurve}`
  const { signatureAlgorithm } = certificate
  if (signatureAlgorithm !== undefined && retiredHash.test(signatureAlgorithm))
    return `signed with ${signatureAlgorithm}`
  return undefined
}
