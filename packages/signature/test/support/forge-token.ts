import { createHash, sign } from 'node:crypto'
import type { IssuedIdentity } from '@wachta/testing/signing/authority'
import { type ParsedCertificate, readCertificate } from '../../src/certificate.ts'
import {
  encodeDer,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSet,
  encodeUnsigned,
  tags,
  toContextTag,
} from '../../src/der.ts'
import { encodeOidByName } from '../../src/oids.ts'

export interface Forgery {
  readonly signer: IssuedIdentity
  readonly imprint: Uint8Array
  /** The certificate that the signed attributes name; by default, that of the signer. */
  readonly named?: ParsedCertificate
  /** Attributes that the signature does not cover. */
  readonly unsigned?: readonly Uint8Array[]
  readonly unsortedAttributes?: boolean
}

/** Makes time-stamp tokens that `openssl ts` refuses to make. */
export function forgeToken({ signer, imprint, named, unsigned = [], unsortedAttributes = false }: Forgery): Buffer {
  const certificate = readCertificate(signer.certificate)
  const algorithm = encodeSequence(encodeOidByName('sha256'))
  const info = encodeSequence(
    encodeUnsigned(1),
    encodeOid('1.2.3.4'),
    encodeSequence(algorithm, encodeOctetString(imprint)),
    encodeUnsigned(7),
    encodeDer(tags.generalizedTime, Buffer.from('20261117120000Z')),
  )
  const id = encodeOctetString(hash((named ?? certificate).bytes))
  const attributes = [
    encodeSequence(encodeOidByName('contentType'), encodeSet(encodeOidByName('tstInfo'))),
    encodeSequence(encodeOidByName('messageDigest'), encodeSet(encodeOctetString(hash(info)))),
    encodeSequence(
      encodeOidByName('signingCertificateV2'),
      encodeSet(encodeSequence(encodeSequence(encodeSequence(id)))),
    ),
  ]
  const sorted = encodeSet(...attributes)
  const stored = unsortedAttributes ? encodeDer(tags.set, ...attributes.toReversed()) : Buffer.from(sorted)
  stored[0] = toContextTag(0)
  const signerInfo = encodeSequence(
    encodeUnsigned(1),
    encodeSequence(certificate.issuer, certificate.serial),
    algorithm,
    stored,
    encodeSequence(encodeOidByName('ecdsaWithSha256')),
    encodeOctetString(sign('sha256', sorted, signer.key)),
    ...(unsigned.length === 0 ? [] : [encodeDer(toContextTag(1), ...unsigned)]),
  )
  const signedData = encodeSequence(
    encodeUnsigned(3),
    encodeSet(algorithm),
    encodeSequence(encodeOidByName('tstInfo'), encodeDer(toContextTag(0), encodeOctetString(info))),
    encodeDer(toContextTag(0), certificate.bytes),
    encodeSet(signerInfo),
  )
  return encodeSequence(encodeOidByName('signedData'), encodeDer(toContextTag(0), signedData))
}

const hash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
