import { secondMs } from '@wachta/domain'
import { isWaiting } from '@wachta/runtime'
import type { VisitorAdmission, VisitorRequest } from './admission.ts'
import { BoundedMap } from './bounded-map.ts'
import type { CheckedToken, Gate } from './gate.ts'

/** The interval at which an unavailable api is retried; visitors in between do not wait for it. */
const retryMs = 5 * secondMs
/** How long a denial is cached. */
const denialCacheMs = 10 * secondMs
const maxRenewals = 10_000

interface RenewedToken {
  /** Null if the visitor was denied. */
  readonly token: string | null
  readonly at: number
}

interface RenewalOptions {
  readonly admit: (visitorRequest: VisitorRequest) => Promise<VisitorAdmission>
  readonly now: () => number
}

/** Returns the token to use from now on; undefined if the visitor is denied, and `too_many` after too many attempts. */
export type RenewToken = (
  gate: Gate,
  due: CheckedToken,
  visitor: RenewedVisitor,
) => Promise<CheckedToken | 'too_many' | undefined>

interface RenewedVisitor {
  readonly slug: string
  readonly address: string
}

/**
 * Returns a function that renews tokens: the api decides whether a user may still see a page. While the api is
 * unavailable, visitors who are signed in keep access. Results are remembered, because programs that keep no cookies
 * send their old token with each request.
 */
export function createRenewal({ admit, now }: RenewalOptions): RenewToken {
  const renewals = new BoundedMap<RenewedToken>(maxRenewals, () => 1)
  const pendingRenewals = new Map<string, Promise<RenewedToken | 'too_many' | undefined>>()
  let unavailableUntil = Number.NEGATIVE_INFINITY

  async function requestRenewal(gate: Gate, token: string, { slug, address }: RenewedVisitor) {
    const answer = await admit({ slug, by: 'token', secret: token, address })
    // Visitors could cause this themselves, so it neither admits them nor counts as an outage.
    if (answer === 'too_many') return answer
    if (answer === 'unavailable') {
      unavailableUntil = now() + retryMs
      return undefined
    }
    const renewed = {
      token: answer === 'denied' || !gate.admitsNewToken(answer.token, now()) ? null : answer.token,
      at: now(),
    }
    renewals.set(`${slug} ${token}`, renewed)
    return renewed
  }

  return async (gate, due, visitor) => {
    const key = `${visitor.slug} ${due.token}`
    const previous = renewals.get(key)
    if (previous?.token === null && isWaiting(now(), previous.at + denialCacheMs, denialCacheMs)) return undefined
    // A denied visitor stays denied while the api is unavailable.
    const fallback = previous?.token === null ? undefined : due
    const latest = previous?.token ? gate.check(previous.token, gate.kind, now()) : due
    if (latest?.status === 'admitted') return latest
    if (!latest || latest.status === 'denied') return undefined
    if (isWaiting(now(), unavailableUntil, retryMs)) return fallback
    const renewal =
      pendingRenewals.get(key) ?? requestRenewal(gate, latest.token, visitor).finally(() => pendingRenewals.delete(key))
    pendingRenewals.set(key, renewal)
    const renewed = await renewal
    if (renewed === 'too_many') return renewed
    if (!renewed) return fallback
    if (renewed.token === null) return undefined
    renewals.set(key, renewed)
    const checked = gate.check(renewed.token, gate.kind, now())
    return checked?.status === 'denied' ? undefined : checked
  }
}
