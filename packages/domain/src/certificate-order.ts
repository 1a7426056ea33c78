import { dayMs, hourMs, minuteMs } from './time-units.ts'

/** How an order at the certificate authority ended. */
export const orderOutcomes = ['issued', 'rejected', 'unreachable', 'limited'] as const
export type OrderOutcome = (typeof orderOutcomes)[number]

/** An order of the past days; times in milliseconds since 1970. */
export interface CertificateOrder {
  readonly domain: string
  /** The account that it was for; null for the installation itself. */
  readonly ownerId: number | null
  /** The root of the account tree: sub-accounts must not bypass a limit. */
  readonly treeId: number | null
  readonly startedAt: number
  /** Null while it is under way. */
  readonly outcome: OrderOutcome | null
  /** Until when the authority accepts no further order. */
  readonly retryAt: number | null
}

export interface OrderLimits {
  readonly perHour: number
  readonly perTreeAndHour: number
}

/** When a certificate may be ordered, and what keeps it until then; null if nothing does. */
export interface OrderTime {
  readonly at: number
  readonly reason: 'under_way' | OrderOutcome | null
}

/** For how long an order that was not finished counts as under way; its process may have ended. */
export const orderLimitMs = 5 * minuteMs
/** Public authorities issue at most five certificates a week for the same names: one is left for people. */
const maxIssued = 4
/** How long orders have to be remembered. */
export const orderMemoryMs = 7 * dayMs
/** Public authorities allow five failures per name and hour. */
const rejected = { firstMs: 15 * minuteMs, maxMs: 12 * hourMs }
const unreachable = { firstMs: minuteMs, maxMs: hourMs }
/** How long one answer may delay all accounts. */
const maxSharedMs = hourMs

/**
 * When a certificate may be ordered, from the orders of the last days. A rejection delays further orders for the same
 * domain. An authority that is unavailable or sends a rate limit delays the orders of the account, and those of all
 * accounts only after two different accounts in a row were affected, so that one account cannot stop the orders of
 * others with its own domain.
 */
export function computeOrderTime(
  { domain, ownerId, treeId }: Pick<CertificateOrder, 'domain' | 'ownerId' | 'treeId'>,
  orders: readonly CertificateOrder[],
  { limits, now }: { readonly limits: OrderLimits; readonly now: number },
): OrderTime {
  const ofDomain = orders.filter((order) => order.domain === domain)
  const ofOwner = orders.filter((order) => order.ownerId === ownerId)
  const ofTree = orders.filter((order) => order.treeId === treeId)
  const waits: OrderTime[] = [
    { at: now, reason: null },
    ...ofDomain.flatMap(({ outcome, startedAt }) =>
      outcome === null ? [{ at: startedAt + orderLimitMs, reason: 'under_way' } as const] : [],
    ),
    { at: Math.max(0, ...ofOwner.map(({ retryAt }) => retryAt ?? 0)), reason: 'limited' },
    { at: findSharedRetry(orders), reason: 'limited' },
    { at: backOff(ofOwner, 'unreachable', unreachable), reason: 'unreachable' },
    {
      at: isShared(findRun(orders, 'unreachable')) ? backOff(orders, 'unreachable', unreachable) : 0,
      reason: 'unreachable',
    },
    { at: backOff(ofDomain, 'rejected', rejected), reason: 'rejected' },
    // It is wanted again although it was issued: it could not be stored.
    { at: backOff(ofDomain, 'issued', rejected), reason: 'issued' },
    { at: findFreeTime(ofDomain.filter(isIssued), { max: maxIssued, withinMs: orderMemoryMs }), reason: 'limited' },
    { at: findFreeTime(orders, { max: limits.perHour, withinMs: hourMs }), reason: 'limited' },
    ...(treeId === null
      ? []
      : [{ at: findFreeTime(ofTree, { max: limits.perTreeAndHour, withinMs: hourMs }), reason: 'limited' } as const]),
  ]
  return waits.reduce((latest, wait) => (wait.at > latest.at ? wait : latest))
}

const isIssued = ({ outcome }: CertificateOrder): boolean => outcome === 'issued'

/** The end of the wait after the newest orders, if they ended in this way: each in a row doubles it. */
function backOff(
  orders: readonly CertificateOrder[],
  outcome: OrderOutcome,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
): number {
  const run = findRun(orders, outcome)
  const [newest] = run
  return newest ? newest.startedAt + Math.min(maxMs, firstMs * 2 ** (run.length - 1)) : 0
}

/** Until when all accounts wait, because the authority sent a rate limit to two accounts in a row. */
function findSharedRetry(orders: readonly CertificateOrder[]): number {
  const run = findRun(orders, 'limited')
  const [newest] = run
  if (!newest || !isShared(run)) return 0
  return Math.min(newest.startedAt + maxSharedMs, Math.max(...run.map(({ retryAt }) => retryAt ?? 0)))
}

const isShared = (run: readonly CertificateOrder[]): boolean => new Set(run.map(({ ownerId }) => ownerId)).size > 1

/** The newest orders that have ended, as long as all of them ended in this way; the newest first. */
function findRun(orders: readonly CertificateOrder[], outcome: OrderOutcome): readonly CertificateOrder[] {
  const ended = orders.filter((one) => one.outcome !== null).toSorted((one, other) => other.startedAt - one.startedAt)
  const end = ended.findIndex((one) => one.outcome !== outcome)
  return end < 0 ? ended : ended.slice(0, end)
}

/** When fewer than the maximum lie within the time. */
function findFreeTime(
  orders: readonly CertificateOrder[],
  { max, withinMs }: { readonly max: number; readonly withinMs: number },
): number {
  const times = orders.map(({ startedAt }) => startedAt).toSorted((one, other) => other - one)
  const oldest = times[max - 1]
  return oldest === undefined ? 0 : oldest + withinMs
}

/** When a certificate is renewed: with a third of its life left, some earlier, so that not all of them are renewed at once. */
export function getRenewalTime(
  { issuedAt, expiresAt }: { readonly issuedAt: number; readonly expiresAt: number },
  /** Anything from 0 up to 1; always the same for a domain. */
  spread: number,
): number {
  const life = expiresAt - issuedAt
  return Math.round(expiresAt - life / 3 - (life / 30) * spread)
}
