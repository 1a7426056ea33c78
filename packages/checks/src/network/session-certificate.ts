import type { TLSSocket } from 'node:tls'

const sequenceTag = 0x30
/** The tag of the peer's certificate in the ASN.1 of an OpenSSL session. */
const peerTag = 0xa3

/** Node prepends this to the session of OpenSSL, then two bytes with the length of the server name, then the name. */
const wrapper = Buffer.from('\0nodejs:tls:session:1\0')

/**
 * Returns the certificate of the server in DER from the TLS session; undefined if it is not found there. Letting Node
 * decode the certificate would take about twenty times as long.
 */
export function readSessionCertificate(secured: TLSSocket): Buffer | undefined {
  const session = secured.getSession()
  return session ? findPeer(session) : undefined
}

export function findPeer(session: Buffer): Buffer | undefined {
  const sequence = readElement(session, findStart(session))
  if (sequence?.tag !== sequenceTag) return undefined
  for (let at = sequence.start; at < sequence.end; ) {
    const element = readElement(session, at)
    if (element === undefined || element.end > sequence.end) return undefined
    if (element.tag === peerTag) return session.subarray(element.start, element.end)
    at = element.end
  }
  return undefined
}

function findStart(session: Buffer): number {
  const start = wrapper.length + 2
  if (session.length < start || session.compare(wrapper, 0, wrapper.length, 0, wrapper.length) !== 0) return 0
  return start + session.readUInt16BE(wrapper.length)
}

interface Element {
  readonly tag: number
  /** Where the content begins. */
  readonly start: number
  readonly end: number
}

/** Reads the head of a DER element; undefined if there is none at this place. */
function readElement(der: Buffer, at: number): Element | undefined {
  const [tag, first] = [der[at], der[at + 1]]
  if (tag === undefined || first === undefined) return undefined
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + lengthBytes
  if (lengthBytes > 4 || start > der.length) return undefined
  const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes)
  return start + length > der.length ? undefined : { tag, start, end: start + length }
}
