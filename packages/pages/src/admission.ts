import { isIP } from 'node:net'
import { createSeldom, type Log, plainAddress } from '@wachta/runtime'

/** What a visitor shows to be let in, and from where. */
export interface AskedVisitor {
  readonly slug: string
  readonly by: 'password' | 'entry' | 'token'
  readonly secret: string
  readonly address: string
}

/** What the api says: a token that it has signed, or why there is none. */
export type VisitorAdmission = { readonly token: string } | 'refused' | 'too_many' | 'away'

export interface VisitorAdmissionOptions {
  /** Where the api is, without a slash at its end; empty if nobody new can be let in. */
  readonly url: string
  readonly log: Pick<Log, 'warn'>
}

const patienceMs = 5_000

/** Asks the api to let visitors in. Pages that are open to everybody, and visitors who are in already, never need it. */
export function createVisitorAdmission({
  url,
  log,
}: VisitorAdmissionOptions): (asked: AskedVisitor) => Promise<VisitorAdmission> {
  const seldom = createSeldom()
  const complain = (about: object): VisitorAdmission => {
    const said = seldom('api')
    if (said) log.warn({ ...about, unsaid: said.unsaid }, 'the api did not decide on a visitor of a status page')
    return 'away'
  }
  return async ({ address, ...body }) => {
    if (url === '') return complain({ err: 'API_URL is not set' })
    try {
      const answer = await fetch(`${url}/v3/status_page_visitors`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...toForwarded(address) },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(patienceMs),
      })
      if (answer.status === 200) return (await answer.json()) as { token: string }
      await answer.body?.cancel()
      if (answer.status === 429) return 'too_many'
      return answer.status >= 500 ? complain({ status: answer.status }) : 'refused'
    } catch (err) {
      return complain({ err })
    }
  }
}

/** Attempts are limited by the address of the visitor. What a proxy made up is none. */
function toForwarded(address: string): Record<string, string> {
  const plain = plainAddress(address)
  return isIP(plain) === 0 ? {} : { 'X-Forwarded-For': plain }
}
