import { type Database, type Queryable, type Transaction, toEpochMilliseconds } from '@wachta/database'
import { type DomainProblem, getDomainCheckDelayMs, getDomainRecord, judgeClaim, secondMs } from '@wachta/domain'
import type { NameServers } from '@wachta/runtime/name-servers'
import { sql } from 'kysely'

export interface ClaimOptions {
  readonly database: Database
  readonly nameServers: NameServers
  /** The host that custom domains have to point to. */
  readonly target: string
  /** Host names of the installation itself, which no page may use. */
  readonly reservedHosts: readonly string[]
  /** Whether we order certificates; otherwise a proxy does. */
  readonly issuesCertificates: boolean
  readonly now: () => number
  readonly stopping: AbortSignal
}

interface Claim {
  readonly pageId: number
  readonly domain: string
  readonly token: string
  readonly claimedAt: number
  /** Whether the page of the claim holds the domain, so that it is served there. */
  readonly isHolder: boolean
  /** The problem at the last check. */
  readonly problem: DomainProblem | null
}

const maxClaimsPerRound = 20
/** The maximum number of claims per domain in a round; they are verified one after the other. */
const maxClaimsPerDomain = 3
/**
 * The delay before a certificate is ordered, because pages processes must know a host before the authority validates
 * it.
 */
export const orderDelayMs = 5 * secondMs

/** Only the domains of served pages are verified. */
const isServed = sql`p.is_published and not a.is_blocked and a.closed_at is null`

/**
 * Checks the DNS records of due domains, and decides which pages hold them. Accounts take turns, and domains are
 * checked concurrently, so that neither silent name servers nor many claims of one account delay other accounts.
 */
export async function verifyClaims(options: ClaimOptions): Promise<void> {
  const { database, now } = options
  await syncClaims(options)
  const due = await database.query(sql<Claim>`select d.status_page_id as "pageId", d.domain, p.domain_token as token,
  ${toEpochMilliseconds('d.claimed_at')} as "claimedAt", d.verified_at is not null as "isHolder", d.problem
from status_page_domain d join status_page p on p.id = d.status_page_id join account a on a.id = p.owner_id
where d.next_check_at <= ${new Date(now())} and ${isServed}
order by row_number() over (partition by a.tree_id order by d.next_check_at), d.next_check_at limit ${maxClaimsPerRound}`)
  const byDomain = [...Map.groupBy(due, ({ domain }) => domain).values()]
  await Promise.all(byDomain.map((claims) => verifyDomain(claims.slice(0, maxClaimsPerDomain), options)))
}

/** Keeps one claim per page, for its current domain. */
async function syncClaims({ database: db, target, now }: ClaimOptions): Promise<void> {
  const at = new Date(now())
  await db.query(sql`delete from status_page_domain d using status_page p
where p.id = d.status_page_id and p.domain is distinct from d.domain`)
  await db.query(sql`insert into status_page_domain (status_page_id, domain, target, claimed_at, next_check_at)
select p.id, p.domain, ${target}, ${at}, ${at} from status_page p where p.domain is not null
  and not exists (select from status_page_domain d where d.status_page_id = p.id) on conflict do nothing`)
}

/** Verifies the claims one after the other, because each has to know whether the previous one now holds the domain. */
async function verifyDomain(claims: readonly Claim[], options: ClaimOptions): Promise<void> {
  for (const claim of claims) if (!options.stopping.aborted) await verifyClaim(claim, options)
}

async function verifyClaim(claim: Claim, options: ClaimOptions): Promise<void> {
  const { database, nameServers, target, now } = options
  const isReserved = options.reservedHosts.includes(claim.domain)
  const isVerified = await hasRecord(claim, nameServers)
  const holder = claim.isHolder ? undefined : await findHolder(database, claim)
  const decision = isReserved
    ? ({ isHolder: false, problem: 'taken' } as const)
    : judgeClaim(
        { isHolder: claim.isHolder, isVerified },
        holder && { isHolder: true, isVerified: isVerified === true ? await hasRecord(holder, nameServers) : null },
      )
  const problem = decision.problem ?? findAddressProblem(claim, await pointsTo(claim.domain, target, nameServers))
  const at = now()
  const nextCheckAt = new Date(at + getDomainCheckDelayMs(at - claim.claimedAt))
  await database.transaction(async (tx) => {
    if (decision.isHolder && !claim.isHolder) await takeDomain(tx, claim)
    await tx.query(sql`update status_page_domain set problem = ${problem}, target = ${target}, next_check_at = ${nextCheckAt},
  verified_at = ${decision.isHolder ? sql`coalesce(verified_at, ${new Date(at)})` : null}
where status_page_id = ${claim.pageId} and domain = ${claim.domain}`)
    if (decision.isHolder && options.issuesCertificates)
      await tx.query(sql`insert into page_certificate (domain, order_at) values (${claim.domain}, ${new Date(at + orderDelayMs)})
on conflict do nothing`)
  })
}

const hasRecord = ({ domain, token }: Pick<Claim, 'domain' | 'token'>, nameServers: NameServers) => {
  const { name, value } = getDomainRecord(domain, token)
  return nameServers.hasTextRecord(name, value)
}

async function findHolder(db: Queryable, { domain }: Claim): Promise<Pick<Claim, 'domain' | 'token'> | undefined> {
  const [holder] = await db.query(sql<{ domain: string; token: string }>`select d.domain, p.domain_token as token
from status_page_domain d join status_page p on p.id = d.status_page_id
where d.domain = ${domain} and d.verified_at is not null`)
  return holder
}

/** Takes the domain from its former holder, whose DNS record is gone. */
const takeDomain = (tx: Transaction, { domain, pageId }: Claim) =>
  tx.query(sql`update status_page_domain set verified_at = null, problem = 'taken'
where domain = ${domain} and status_page_id <> ${pageId} and verified_at is not null`)

/** While the name servers of a domain do not answer, the page that holds it keeps the problem of the last check. */
function findAddressProblem({ isHolder, problem }: Claim, isOurs: boolean | null): DomainProblem | null {
  if (isOurs === null && isHolder) return problem
  return isOurs ? null : 'points_elsewhere'
}

/**
 * Whether a domain points only to us, because an authority may validate any of its IP addresses. True if our own
 * addresses are unknown: then only the authority checks it. Null if the name servers of the domain do not answer.
 */
async function pointsTo(domain: string, target: string, nameServers: NameServers): Promise<boolean | null> {
  const targetAddresses = await nameServers.findAddresses(target)
  if (!targetAddresses || targetAddresses.length === 0) return true
  const addresses = await nameServers.findAddresses(domain)
  return addresses && addresses.length > 0 && addresses.every((address) => targetAddresses.includes(address))
}
