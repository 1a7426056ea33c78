import { createPublicKey, type KeyObject } from 'node:crypto'
import {
  encodeBitString,
  encodeDer,
  encodeOctetString,
  encodeSequence,
  encodeSet,
  encodeUnsigned,
  toContextTag,
} from './der.ts'
import { encodeOidByName } from './oids.ts'
import { signBytes } from './sign-bytes.ts'

/** The tag of a DNS name among the alternative names of a certificate. */
const dnsNameTag = 0x82

/**
 * Makes a certificate signing request (RFC 2986) for a host name, in DER, with a P-256 key. The subject is empty; the
 * name is in subjectAltName.
 */
export function makeSigningRequest(host: string, key: KeyObject): Buffer {
  const names = encodeSequence(encodeDer(dnsNameTag, Buffer.from(host, 'ascii')))
  const extensions = encodeSequence(encodeSequence(encodeOidByName('subjectAltName'), encodeOctetString(names)))
  const body = encodeSequence(
    encodeUnsigned(0),
    encodeSequence(),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    encodeDer(toContextTag(0), encodeSequence(encodeOidByName('extensionRequest'), encodeSet(extensions))),
  )
  return encodeSequence(body, encodeSequence(encodeOidByName('ecdsaWithSha256')), encodeBitString(signBytes(key, body)))
}
