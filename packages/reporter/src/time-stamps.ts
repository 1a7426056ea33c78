import { readFile } from 'node:fs/promises'
import { type Guard, sendGuardedExchange } from '@wachta/egress'
import {
  judgeAuthority,
  readCertificate,
  readCertificateBundle,
  requestTimeStamp,
  TimeStampError,
} from '@wachta/signature'

/** Returns a time-stamp token, in DER, for a SHA-256 digest. Throws a TimeStampError if the authority returns none. */
export type StampAuthority = (digest: Uint8Array) => Promise<Buffer>

/** The time limit for the whole request, from the DNS lookup to the end of the response. */
const requestTimeoutMs = 10_000
/** Tokens have about 6 kB. */
const maxAnswerBytes = 200_000

interface AuthorityOptions {
  readonly url: string
  readonly guard: Guard
  /** The trusted roots in PEM; undefined to accept any authority. */
  readonly roots?: readonly string[] | undefined
}

/** Creates a function that requests time stamps from the authority at a URL, which the guard must allow. */
export function createStampAuthority({ url, guard, roots }: AuthorityOptions): StampAuthority {
  const trustedRoots = roots?.map(readCertificate)
  return async (digest) => {
    const { token } = await requestTimeStamp(url, digest, async (to, { method, headers, body }) => {
      const answer = await sendGuardedExchange(
        { url: to, guard, method, headers, body, timeoutMs: requestTimeoutMs },
        maxAnswerBytes,
      )
      const isOk = answer.status >= 200 && answer.status < 300
      return { ok: isOk, status: answer.status, arrayBuffer: async () => copyBuffer(answer.body) }
    }).catch((cause: Error) => {
      throw cause instanceof TimeStampError ? cause : new TimeStampError(cause.message, { cause })
    })
    const finding = trustedRoots && judgeAuthority(token, { roots: trustedRoots, now: new Date() })
    if (finding && finding.outcome !== 'passed') throw new TimeStampError(`TIME_STAMP_ROOTS: ${finding.message}`)
    return token.bytes
  }
}

const copyBuffer = (body: Buffer<ArrayBuffer>): ArrayBuffer =>
  body.buffer.slice(body.byteOffset, body.byteOffset + body.length)

export async function loadStampRoots(path: string | undefined): Promise<readonly string[] | undefined> {
  if (!path) return undefined
  const roots = readCertificateBundle(await readFile(path, 'utf8'))
  if (roots.length === 0) throw new Error(`TIME_STAMP_ROOTS: ${path} has no certificate`)
  return roots
}
