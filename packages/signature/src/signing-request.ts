import { createPublicKey, type KeyObject } from 'node:crypto'
import { bitString, contextTag, encodeDer, encodeSet, encodeUnsigned, octetString, sequence } from './der.ts'
import { encodeOidByName } from './oids.ts'
import { signBytes } from './sign-bytes.ts'

/** The tag of a DNS name among the alternative names of a certificate. */
const dnsName = 0x82

/** Makes a certificate signing request (RFC 2986) for a host name, in DER, with a key on P-256. The subject stays empty: the name counts. */
export function makeSigningRequest(host: string, key: KeyObject): Buffer {
  const names = sequence(encodeDer(dnsName, Buffer.from(host, 'ascii')))
  const extensions = sequence(sequence(encodeOidByName('subjectAltName'), octetString(names)))
  const body = sequence(
    encodeUnsigned(0),
    sequence(),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    encodeDer(contextTag(0), sequence(encodeOidByName('extensionRequest'), encodeSet(extensions))),
  )
  return sequence(body, sequence(encodeOidByName('ecdsaWithSha256')), bitString(signBytes(key, body)))
}
