import { readFile } from 'node:fs/promises'
import { type Guard, sendGuardedExchange } from '@wachta/egress'
import {
  judgeAuthority,
  readCertificate,
  readCertificateBundle,
  requestTimeStamp,
  TimeStampError,
} from '@wachta/signature'

/** Returns a time-stamp token, in DER, for a SHA-256 digest. Throws a TimeStampError if the authority gives none. */
export type StampAuthority = (digest: Uint8Array) => Promise<Buffer>

/** For everything, from the look-up of the name to the end of the answer. */
const limitMs = 10_000
/** Tokens have some 6 kB. */
const maxAnswerBytes = 200_000

interface AuthorityOptions {
  readonly url: string
  readonly guard: Guard
  /** PEM; undefined to accept any authority. */
  readonly roots?: readonly string[] | undefined
}

/** Requests stamps from the authority at a URL, which the guard must allow. */
export function createStampAuthority({ url, guard, roots }: AuthorityOptions): StampAuthority {
  const trusted = roots?.map(readCertificate)
  return async (digest) => {
    const { token } = await requestTimeStamp(url, digest, async (to, { method, headers, body }) => {
      const answer = await sendGuardedExchange({ url: to, guard, method, headers, body, limitMs }, maxAnswerBytes)
      const isOk = answer.status >= 200 && answer.status < 300
      return { ok: isOk, status: answer.status, arrayBuffer: async () => copyBuffer(answer.body) }
    }).catch((cause: Error) => {
      throw cause instanceof TimeStampError ? cause : new TimeStampError(cause.message, { cause })
    })
    const verdict = trusted && judgeAuthority(token, { roots: trusted, now: new Date() })
    if (verdict && verdict.outcome !== 'passed') throw new TimeStampError(`TIME_STAMP_ROOTS: ${verdict.message}`)
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
