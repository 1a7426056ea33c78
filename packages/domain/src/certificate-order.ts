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

/** When a certificate may be ordered, and the reason for the wait; null if there is none. */
export interface OrderTime {
  readonly at: number
  readonly reason: 'under_way' | OrderOutcome | null
}

/** How long an unfinished order counts as under way; its process may have ended. */
export const maxOrderDurationMs = 5 * minuteMs
/** Public authorities issue at most five certificates a week for the same names; one of them is left for people. */
const maxIssued = 4
/** How long orders have to be remembered. */
export const orderMemoryMs = 7 * dayMs
/** Public authorities allow five failures per name and hour. */
const rejectedBackOff = { firstMs: 15 * minuteMs, maxMs: 12 * hourMs }
const unreachableBackOff = { firstMs: minuteMs, maxMs: hourMs }
/** How long a rate limit of the authority may delay the orders of all accounts. */
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
  const domainOrders = orders.filter((order) => order.domain === domain)
  const ownerOrders = orders.filter((order) => order.ownerId === ownerId)
  const treeOrders = orders.filter((order) => order.treeId === treeId)
  const waits: OrderTime[] = [
    { at: now, reason: null },
    ...domainOrders.flatMap(({ outcome, startedAt }) =>
      outcome === null ? [{ at: startedAt + maxOrderDurationMs, reason: 'under_way' } as const] : [],
    ),
    { at: Math.max(0, ...ownerOrders.map(({ retryAt }) => retryAt ?? 0)), reason: 'limited' },
    { at: findSharedRetry(orders), reason: 'limited' },
    { at: getBackOffEnd(ownerOrders, 'unreachable', unreachableBackOff), reason: 'unreachable' },
    {
      at: isShared(findRun(orders, 'unreachable')) ? getBackOffEnd(orders, 'unreachable', unreachableBackOff) : 0,
      reason: 'unreachable',
    },
    { at: getBackOffEnd(domainOrders, 'rejected', rejectedBackOff), reason: 'rejected' },
    // A certificate that is wanted again although it was issued could not be stored.
    { at: getBackOffEnd(domainOrders, 'issued', rejectedBackOff), reason: 'issued' },
    { at: findFreeTime(domainOrders.filter(isIssued), { max: maxIssued, withinMs: orderMemoryMs }), reason: 'limited' },
    { at: findFreeTime(orders, { max: limits.perHour, withinMs: hourMs }), reason: 'limited' },
    ...(treeId === null
      ? []
      : [
          {
            at: findFreeTime(treeOrders, { max: limits.perTreeAndHour, withinMs: hourMs }),
            reason: 'limited',
          } as const,
        ]),
  ]
  return waits.reduce((latest, wait) => (wait.at > latest.at ? wait : latest))
}

const isIssued = ({ outcome }: CertificateOrder): boolean => outcome === 'issued'

/** Returns the end of the wait after the newest orders with this outcome; each one in a row doubles the wait. */
function getBackOffEnd(
  orders: readonly CertificateOrder[],
  outcome: OrderOutcome,
  { firstMs, maxMs }: { readonly firstMs: number; readonly maxMs: number },
): number {
  const run = findRun(orders, outcome)
  const [newest] = run
  return newest ? newest.startedAt + Math.min(maxMs, firstMs * 2 ** (run.length - 1)) : 0
}

/** Returns until when all accounts wait, because the authority sent a rate limit to two accounts in a row. */
function findSharedRetry(orders: readonly CertificateOrder[]): number {
  const run = findRun(orders, 'limited')
  const [newest] = run
  if (!newest || !isShared(run)) return 0
  return Math.min(newest.startedAt + maxSharedMs, Math.max(...run.map(({ retryAt }) => retryAt ?? 0)))
}

const isShared = (run: readonly CertificateOrder[]): boolean => new Set(run.map(({ ownerId }) => ownerId)).size > 1

/** Returns the newest ended orders up to the first with another outcome, newest first. */
function findRun(orders: readonly CertificateOrder[], outcome: OrderOutcome): readonly CertificateOrder[] {
  const ended = orders.filter((one) => one.outcome !== null).toSorted((one, other) => other.startedAt - one.startedAt)
  const end = ended.findIndex((one) => one.outcome !== outcome)
  return end < 0 ? ended : ended.slice(0, end)
}

/** Returns when fewer than `max` orders lie within the time. */
function findFreeTime(
  orders: readonly CertificateOrder[],
  { max, withinMs }: { readonly max: number; readonly withinMs: number },
): number {
  const times = orders.map(({ startedAt }) => startedAt).toSorted((one, other) => other - one)
  const oldest = times[max - 1]
  return oldest === undefined ? 0 : oldest + withinMs
}

/**
 * When a certificate is renewed: with a third of its life left, or somewhat earlier so that not all are renewed at
 * once.
 */
export function getRenewalTime(
  { issuedAt, expiresAt }: { readonly issuedAt: number; readonly expiresAt: number },
  /** Anything from 0 up to 1; always the same for a domain. */
  spread: number,
): number {
  const life = expiresAt - issuedAt
  return Math.round(expiresAt - life / 3 - (life / 30) * spread)
}
