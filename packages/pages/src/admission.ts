import { isIP } from 'node:net'
import { createLogLimiter, type Log, normalizeAddress } from '@wachta/runtime'

/** The credential and the IP address of a visitor who signs in. */
export interface VisitorRequest {
  readonly slug: string
  /** The kind of `secret`: an `entry` comes from the sign-in of a user, and a `token` is one to be renewed. */
  readonly by: 'password' | 'entry' | 'token'
  readonly secret: string
  readonly address: string
}

/** The answer of the api: a token that it signed, or the reason for the rejection. */
export type VisitorAdmission = { readonly token: string } | 'denied' | 'too_many' | 'unavailable'

export interface VisitorAdmissionOptions {
  /**
   * The URL of the api, without a trailing slash. If it is empty, visitors cannot sign in with a password or as a user.
   */
  readonly url: string
  readonly log: Pick<Log, 'warn'>
}

const requestTimeoutMs = 5_000

/** Signs visitors in and renews their tokens through the api. Public pages and links do not need it. */
export function createVisitorAdmission({
  url,
  log,
}: VisitorAdmissionOptions): (request: VisitorRequest) => Promise<VisitorAdmission> {
  const logLimiter = createLogLimiter()
  const logFailure = (details: object): VisitorAdmission => {
    const due = logLimiter('api')
    if (due)
      log.warn(
        { ...details, suppressed: due.suppressed },
        'could not ask the api about a visitor of a protected status page; new visitors are rejected',
      )
    return 'unavailable'
  }
  return async ({ address, ...body }) => {
    if (url === '') return logFailure({ err: 'API_URL is not set' })
    try {
      const answer = await fetch(`${url}/v3/status_page_visitors`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...toForwarded(address) },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      })
      if (answer.status === 200) {
        const { token } = (await answer.json()) as { readonly token?: unknown }
        return typeof token === 'string' ? { token } : logFailure({ err: 'the answer contains no token' })
      }
      await answer.body?.cancel()
      if (answer.status === 429) return 'too_many'
      return isDenial(answer.status, body.by) ? 'denied' : logFailure({ status: answer.status })
    } catch (err) {
      return logFailure({ err })
    }
  }
}

/**
 * Whether the api rejected the visitor: with 403, or with 400 if the password is one that no page can have. Any other
 * status, such as 404 of a proxy, says nothing about the visitor.
 */
const isDenial = (status: number, by: VisitorRequest['by']): boolean =>
  status === 403 || (status === 400 && by === 'password')

/** The api limits attempts per IP address of the visitor. Forward only valid IP addresses. */
function toForwarded(address: string): Record<string, string> {
  const ipAddress = normalizeAddress(address)
  return isIP(ipAddress) === 0 ? {} : { 'X-Forwarded-For': ipAddress }
}
