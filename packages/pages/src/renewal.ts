import { secondMs } from '@wachta/domain'
import type { AskedVisitor, VisitorAdmission } from './admission.ts'
import { BoundedMap } from './bounded-map.ts'
import type { CheckedToken, Gate } from './gate.ts'

/** While the api does not answer, it is asked this often, so that visitors do not wait for it. */
const retryMs = 5 * secondMs
/** For so long, whoever was refused is not asked about again. */
const refusedMs = 10 * secondMs
const maxRenewals = 10_000

interface Renewed {
  /** Null if the visitor was refused. */
  readonly token: string | null
  readonly at: number
}

interface RenewalOptions {
  readonly admit: (asked: AskedVisitor) => Promise<VisitorAdmission>
  readonly now: () => number
}

/** What a visitor is let in with from now on; undefined if not at all, and `too_many` if not now. */
export type Renew = (
  gate: Gate,
  due: CheckedToken,
  visitor: RenewedVisitor,
) => Promise<CheckedToken | 'too_many' | undefined>

interface RenewedVisitor {
  readonly slug: string
  readonly address: string
}

/**
 * Creates what renews tokens: the api decides whether a user may still see a page. While it is away, visitors who are in
 * stay in. Results are remembered, because programs that keep no cookies show their old token with each request.
 */
export function createRenewal({ admit, now }: RenewalOptions): Renew {
  const known = new BoundedMap<Renewed>(maxRenewals, () => 1)
  const underway = new Map<string, Promise<Renewed | 'too_many' | undefined>>()
  let awayUntil = Number.NEGATIVE_INFINITY

  async function ask(gate: Gate, token: string, { slug, address }: RenewedVisitor) {
    const answer = await admit({ slug, by: 'token', secret: token, address })
    // Visitors could bring this about themselves, so it neither lets them in nor counts as an outage.
    if (answer === 'too_many') return answer
    if (answer === 'away') {
      awayUntil = now() + retryMs
      return undefined
    }
    const renewed = { token: answer === 'refused' || !gate.isNew(answer.token, now()) ? null : answer.token, at: now() }
    known.set(`${slug} ${token}`, renewed)
    return renewed
  }

  return async (gate, due, visitor) => {
    const key = `${visitor.slug} ${due.token}`
    const before = known.get(key)
    if (before?.token === null && now() - before.at < refusedMs) return undefined
    // Whoever was refused does not come back because the api has gone.
    const meanwhile = before?.token === null ? undefined : due
    const latest = before?.token ? gate.check(before.token, gate.kind, now()) : due
    if (latest?.verdict === 'admitted') return latest
    if (!latest || latest.verdict === 'refused') return undefined
    if (now() < awayUntil) return meanwhile
    const asked = underway.get(key) ?? ask(gate, latest.token, visitor).finally(() => underway.delete(key))
    underway.set(key, asked)
    const renewed = await asked
    if (renewed === 'too_many') return renewed
    if (!renewed) return meanwhile
    if (renewed.token === null) return undefined
    known.set(key, renewed)
    const checked = gate.check(renewed.token, gate.kind, now())
    return checked?.verdict === 'refused' ? undefined : checked
  }
}
