import { createHash, sign } from 'node:crypto'
import type { IssuedIdentity } from '@wachta/testing/signing/authority'
import { type ParsedCertificate, readCertificate } from '../../src/certificate.ts'
import {
  contextTag,
  encodeDer,
  encodeOid,
  encodeSet,
  encodeUnsigned,
  octetString,
  sequence,
  tags,
} from '../../src/der.ts'
import { encodeOidByName } from '../../src/oids.ts'

export interface Forgery {
  readonly signer: IssuedIdentity
  readonly imprint: Uint8Array
  /** The certificate that the signed attributes name; that of the signer unless given. */
  readonly named?: ParsedCertificate
  /** Attributes that the signature does not cover. */
  readonly unsigned?: readonly Uint8Array[]
  readonly unsortedAttributes?: boolean
}

/** Makes time-stamp tokens that `openssl ts` refuses to make. */
export function forgeToken({ signer, imprint, named, unsigned = [], unsortedAttributes = false }: Forgery): Buffer {
  const certificate = readCertificate(signer.certificate)
  const algorithm = sequence(encodeOidByName('sha256'))
  const info = sequence(
    encodeUnsigned(1),
    encodeOid('1.2.3.4'),
    sequence(algorithm, octetString(imprint)),
    encodeUnsigned(7),
    encodeDer(tags.generalizedTime, Buffer.from('20261117120000Z')),
  )
  const id = octetString(hash((named ?? certificate).bytes))
  const attributes = [
    sequence(encodeOidByName('contentType'), encodeSet(encodeOidByName('tstInfo'))),
    sequence(encodeOidByName('messageDigest'), encodeSet(octetString(hash(info)))),
    sequence(encodeOidByName('signingCertificateV2'), encodeSet(sequence(sequence(sequence(id))))),
  ]
  const sorted = encodeSet(...attributes)
  const stored = unsortedAttributes ? encodeDer(tags.set, ...attributes.toReversed()) : Buffer.from(sorted)
  stored[0] = contextTag(0)
  const signerInfo = sequence(
    encodeUnsigned(1),
    sequence(certificate.issuer, certificate.serial),
    algorithm,
    stored,
    sequence(encodeOidByName('ecdsaWithSha256')),
    octetString(sign('sha256', sorted, signer.key)),
    ...(unsigned.length === 0 ? [] : [encodeDer(contextTag(1), ...unsigned)]),
  )
  const signedData = sequence(
    encodeUnsigned(3),
    encodeSet(algorithm),
    sequence(encodeOidByName('tstInfo'), encodeDer(contextTag(0), octetString(info))),
    encodeDer(contextTag(0), certificate.bytes),
    encodeSet(signerInfo),
  )
  return sequence(encodeOidByName('signedData'), encodeDer(contextTag(0), signedData))
}

const hash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
