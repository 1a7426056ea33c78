import { type Database, type Queryable, toEpochMilliseconds } from '@wachta/database'
import {
  type CertificateOrder,
  computeOrderTime,
  type OrderLimits,
  type OrderOutcome,
  orderMemoryMs,
} from '@wachta/domain'
import { sql } from 'kysely'
import { orderDelayMs } from './domain-claims.ts'

/** A certificate that is due to be ordered, unless a limit is reached. */
export interface DueCertificate {
  readonly domain: string
  /** The owner of the status page; null for the installation's own host. */
  readonly ownerId: number | null
  /** The account tree of the owner. */
  readonly treeId: number | null
}

/** A started order; or, if it could not be started, the time from which that is allowed. */
export type OrderStart = { readonly id: number } | { readonly at: number; readonly isLimited: boolean }

/** Finds the due certificates of custom domains and of the installation's own host; renewals come first. */
export async function findDueCertificates(
  db: Queryable,
  { host, now }: { readonly host: string | undefined; readonly now: number },
): Promise<DueCertificate[]> {
  return db.query(sql<DueCertificate>`select c.domain, a.id as "ownerId", a.tree_id as "treeId" from page_certificate c
left join status_page_domain d on d.domain = c.domain and d.verified_at is not null and d.problem is null
left join status_page p on p.id = d.status_page_id and p.domain = d.domain and p.is_published
left join account a on a.id = p.owner_id and not a.is_blocked and a.closed_at is null
where c.order_at <= ${new Date(now)} and (a.id is not null or c.domain = ${host ?? null})
order by c.version is null, c.order_at limit 100`)
}

/** Starts an order if the limits allow it. A concurrent call waits, and then sees this order. */
export function beginOrder(
  database: Database,
  due: DueCertificate,
  { limits, now }: { readonly limits: OrderLimits; readonly now: number },
): Promise<OrderStart> {
  return database.transaction(async (tx) => {
    await tx.query(sql`lock table page_certificate_order in share row exclusive mode`)
    const { at, reason } = computeOrderTime(due, await loadOrders(tx, now), { limits, now })
    if (at > now) return { at, isLimited: reason === 'limited' }
    const [row] = await tx.query(sql<{ id: number }>`insert into page_certificate_order (domain, owner_id, started_at)
select domain, ${due.ownerId}::bigint, ${new Date(now)} from page_certificate
where domain = ${due.domain} and order_at <= ${new Date(now)} returning id`)
    // Without a row, another reporter has just finished the order.
    return row ?? { at: now, isLimited: false }
  })
}

export async function endOrder(
  db: Queryable,
  { id }: { readonly id: number },
  { outcome, retryAt }: { readonly outcome: OrderOutcome; readonly retryAt: number | null },
): Promise<void> {
  await db.query(sql`update page_certificate_order set outcome = ${outcome},
  retry_at = ${retryAt === null ? null : new Date(retryAt)} where id = ${id}`)
}

/** Returns the time at which a domain may be tried again. */
export async function findOrderTime(
  db: Queryable,
  due: DueCertificate,
  { limits, now }: { readonly limits: OrderLimits; readonly now: number },
): Promise<number> {
  return computeOrderTime(due, await loadOrders(db, now), { limits, now }).at
}

async function loadOrders(db: Queryable, now: number): Promise<CertificateOrder[]> {
  return db.query(sql<CertificateOrder>`select o.domain, o.owner_id as "ownerId", o.outcome,
  coalesce(a.tree_id, o.owner_id) as "treeId",
  ${toEpochMilliseconds('o.started_at')} as "startedAt", ${toEpochMilliseconds('o.retry_at')} as "retryAt"
from page_certificate_order o left join account a on a.id = o.owner_id where o.started_at > ${new Date(now - orderMemoryMs)}`)
}

/**
 * Adds the row of the installation's own host, and deletes certificates of domains that no page holds and orders that
 * are too old to count against a limit. Returns the domains of deleted certificates. Without ACME_URL, which may be
 * missing by mistake, valid certificates are kept until they expire.
 */
export async function syncCertificateRows(
  db: Queryable,
  {
    host,
    issuesCertificates,
    now,
  }: { readonly host: string | undefined; readonly issuesCertificates: boolean; readonly now: number },
): Promise<string[]> {
  if (host !== undefined)
    await db.query(
      sql`insert into page_certificate (domain, order_at) values (${host}, ${new Date(now + orderDelayMs)}) on conflict do nothing`,
    )
  await db.query(sql`delete from page_certificate_order where started_at <= ${new Date(now - orderMemoryMs)}`)
  const rows = await db.query(sql<{ domain: string }>`delete from page_certificate c
where case when ${issuesCertificates}::boolean then c.domain is distinct from ${host ?? null} and not exists (
  select from status_page_domain d where d.domain = c.domain and d.verified_at is not null)
else c.expires_at is null or c.expires_at <= ${new Date(now)} end returning domain`)
  return rows.map(({ domain }) => domain)
}

export async function listIssuedDomains(db: Queryable): Promise<string[]> {
  const rows = await db.query(sql<{ domain: string }>`select domain from page_certificate where version is not null`)
  return rows.map(({ domain }) => domain)
}
