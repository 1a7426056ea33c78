import { createHash, randomBytes } from 'node:crypto'
import {
  DerFields,
  encodedNull,
  encodedTrue,
  encodeOctetString,
  encodeSequence,
  encodeUnsigned,
  readDer,
  tags,
} from './der.ts'
import { encodeOidByName } from './oids.ts'
import type { TimeStamper } from './sign-cades.ts'
import { readTimeStampToken, type TimeStampToken } from './time-stamp-token.ts'

/** The time-stamp authority rejected the request, or its response is invalid. */
export class TimeStampError extends Error {
  override readonly name = 'TimeStampError'
}

export interface TimeStampRequest {
  readonly bytes: Buffer
  readonly imprint: Buffer
  /** The number that the response must repeat, in DER. */
  readonly nonce: Buffer
}

/** Builds a request for a time stamp of a SHA-256 digest, which also requests the certificate of the authority. */
export function makeTimeStampRequest(imprint: Uint8Array, random: Uint8Array = randomBytes(16)): TimeStampRequest {
  if (imprint.length !== 32) throw new TimeStampError('a time stamp is of a SHA-256 digest, which has 32 bytes')
  const nonce = encodeUnsigned(random)
  const algorithm = encodeSequence(encodeOidByName('sha256'), encodedNull)
  const bytes = encodeSequence(
    encodeUnsigned(1),
    encodeSequence(algorithm, encodeOctetString(imprint)),
    nonce,
    encodedTrue,
  )
  return { bytes, imprint: Buffer.from(imprint), nonce }
}

/**
 * Checks a response against its request and returns the token. It does not check whether the authority is trusted: that
 * is part of verification, which has the roots.
 */
export function readTimeStampResponse(response: Uint8Array, request: TimeStampRequest): TimeStampToken {
  try {
    const fields = new DerFields(readDer(response))
    const status = new DerFields(fields.next(tags.sequence)).next(tags.integer).body.readUIntBE(0, 1)
    // 0 is granted, 1 is granted with modifications.
    if (status > 1) throw new TimeStampError(`the time-stamp authority rejected the request (status ${status})`)
    const token = readTimeStampToken(fields.next(tags.sequence).bytes)
    fields.end()
    if (!token.imprint.equals(request.imprint)) throw new TimeStampError('the time stamp is of another digest')
    if (token.nonce?.equals(request.nonce) !== true) throw new TimeStampError('the time stamp answers another request')
    return token
  } catch (error) {
    if (error instanceof TimeStampError) throw error
    throw new TimeStampError(`the response of the time-stamp authority is invalid: ${describeError(error)}`, {
      cause: error,
    })
  }
}

/** The part of `fetch` that is used; the caller passes it, and thus decides about allowed hosts and timeouts. */
export type TimeStampFetch = (
  url: string,
  init: {
    readonly method: 'POST'
    readonly headers: Record<string, string>
    readonly body: Uint8Array<ArrayBuffer>
    readonly redirect: 'error'
  },
) => Promise<{ readonly ok: boolean; readonly status: number; arrayBuffer(): Promise<ArrayBuffer> }>

export interface StampedDigest {
  /** The request and the response: keep both as proof. */
  readonly request: Buffer
  readonly response: Buffer
  readonly token: TimeStampToken
}

/** Requests a time stamp of a SHA-256 digest by HTTP. */
export async function requestTimeStamp(
  url: string,
  imprint: Uint8Array,
  fetch: TimeStampFetch,
): Promise<StampedDigest> {
  const request = makeTimeStampRequest(imprint)
  const httpResponse = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: new Uint8Array(request.bytes),
    redirect: 'error',
  })
  if (!httpResponse.ok)
    throw new TimeStampError(`the time-stamp authority answered with HTTP status ${httpResponse.status}`)
  const response = Buffer.from(await httpResponse.arrayBuffer())
  return { request: request.bytes, response, token: readTimeStampResponse(response, request) }
}

/** Creates a function for the option `timeStamp` of `signPdf` that requests time stamps by HTTP. */
export function createHttpTimeStamper(url: string, fetch: TimeStampFetch): TimeStamper {
  return async (signature) => {
    const imprint = createHash('sha256').update(signature).digest()
    const { token } = await requestTimeStamp(url, imprint, fetch)
    return token.bytes
  }
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
