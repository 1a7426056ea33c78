import { DerError, DerFields, decodeOid, encodeUnsigned, readChildren, readDer, tags, toContextTag } from './der.ts'
import { parseGeneralizedTime } from './der-time.ts'
import { oids } from './oids.ts'

/** The statement of a time-stamp authority that it saw this digest at this time. */
export interface TimeStampInfo {
  /** The SHA-256 digest that was stamped. */
  readonly imprint: Buffer
  readonly time: Date
  /** The nonce of the request, in DER. */
  readonly nonce: Buffer | undefined
  readonly policy: string
  readonly serial: Buffer
}

/** Reads TSTInfo of RFC 3161. */
export function readTimeStampInfo(bytes: Uint8Array): TimeStampInfo {
  const fields = new DerFields(readDer(bytes))
  if (!fields.next().bytes.equals(encodeUnsigned(1))) throw new DerError('an unknown version of the time stamp')
  const policy = decodeOid(fields.next())
  const imprint = readImprint(new DerFields(fields.next(tags.sequence)))
  const serial = fields.next(tags.integer).body
  const time = parseGeneralizedTime(fields.next(tags.generalizedTime).body.toString('latin1'))
  // Skip the accuracy, and the flag whether stamps of this authority can be ordered by their times.
  fields.optional(tags.sequence)
  fields.optional(tags.boolean)
  const nonce = fields.optional(tags.integer)?.bytes
  // Skip the name of the authority, which its certificate has too.
  fields.optional(toContextTag(0))
  const extensions = fields.optional(toContextTag(1))
  fields.end()
  const isCritical = (extensions === undefined ? [] : readChildren(extensions)).some((extension) =>
    readChildren(extension).some(({ tag }) => tag === tags.boolean),
  )
  if (isCritical) throw new DerError('the time stamp has an unknown critical extension')
  return { imprint, time, nonce, policy, serial }
}

function readImprint(fields: DerFields): Buffer {
  const algorithm = new DerFields(fields.next(tags.sequence))
  if (decodeOid(algorithm.next()) !== oids.sha256) throw new DerError('the time stamp is not of a SHA-256 digest')
  algorithm.optional(tags.null)
  algorithm.end()
  const digest = fields.next(tags.octetString).body
  fields.end()
  return digest
}
