import { allowPublicOnly, type Guard, sendGuardedExchange } from '@wachta/egress'

const limitMs = 5_000
/** Far more than any issuer answers; the keys of large ones have a few kilobytes. */
const maxAnswerBytes = 262_144

interface IssuerRequest {
  readonly method?: string
  readonly headers?: unknown
  readonly body?: unknown
}

/**
 * Creates the `fetch` of the OpenID Connect library: every address is checked by the egress guard, literal ones too,
 * redirects are not followed, and answers are bounded in time and size. Unencrypted requests reach only private
 * networks that the operator allowed.
 */
export const createIssuerFetch =
  (guard: Guard) =>
  async (url: string, { method, headers, body }: IssuerRequest): Promise<Response> => {
    const isUnencrypted = new URL(url).protocol !== 'https:'
    const answer = await sendGuardedExchange(
      {
        url,
        guard: isUnencrypted ? (address) => guard(address) && !allowPublicOnly(address) : guard,
        method: method === 'POST' ? 'POST' : 'GET',
        headers: Object.fromEntries(new Headers(headers as Record<string, string>)),
        ...(body !== undefined && body !== null && { body: String(body) }),
        timeoutMs: limitMs,
      },
      maxAnswerBytes,
    )
    const { status, contentType } = answer
    if (status < 200 || status > 599) throw new Error(`the issuer answered with the status ${status}`)
    return new Response(status === 204 || status === 304 ? null : answer.body, {
      status,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    })
  }
