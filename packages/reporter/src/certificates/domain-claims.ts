import { type Database, type Queryable, type Transaction, toEpochMilliseconds } from '@wachta/database'
import { type DomainProblem, getCheckDelayMs, getDomainRecord, judgeClaim, secondMs } from '@wachta/domain'
import type { NameServers } from '@wachta/runtime/name-servers'
import { sql } from 'kysely'

export interface ClaimOptions {
  readonly database: Database
  readonly nameServers: NameServers
  /** The host that custom domains have to point to. */
  readonly target: string
  /** Host names of the installation itself, which no page may use. */
  readonly reserved: readonly string[]
  /** Whether we order certificates; else a proxy does. */
  readonly issuesCertificates: boolean
  readonly now: () => number
  readonly stopping: AbortSignal
}

interface Claim {
  readonly pageId: number
  readonly domain: string
  readonly token: string
  readonly claimedAt: number
  readonly isHolder: boolean
}

const maxClaimsPerRound = 20
/** Claims of one domain are verified one after the other. */
const maxClaimsPerDomain = 3
/** Pages processes have to know a host before the authority validates it. */
export const publishedWithinMs = 5 * secondMs

/** Only the domains of served pages are verified. */
const isServed = sql`p.is_published and not a.is_blocked and a.closed_at is null`

/**
 * Checks the DNS records of domains that are due, and decides which pages hold them. Accounts take turns, and domains are checked
 * concurrently: silent name servers, or many claims of one account, delay no other account.
 */
export async function verifyClaims(options: ClaimOptions): Promise<void> {
  const { database, now } = options
  await syncClaims(options)
  const due = await database.query(sql<Claim>`select d.status_page_id as "pageId", d.domain, p.domain_token as token,
  ${toEpochMilliseconds('d.claimed_at')} as "claimedAt", d.verified_at is not null as "isHolder"
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

/** One after the other: each has to know whether the claim before it holds the domain now. */
async function verifyDomain(claims: readonly Claim[], options: ClaimOptions): Promise<void> {
  for (const claim of claims) if (!options.stopping.aborted) await verifyClaim(claim, options)
}

async function verifyClaim(claim: Claim, options: ClaimOptions): Promise<void> {
  const { database, nameServers, target, now } = options
  const isReserved = options.reserved.includes(claim.domain)
  const isVerified = await hasRecord(claim, nameServers)
  const holder = claim.isHolder ? undefined : await findHolder(database, claim)
  const judged = isReserved
    ? ({ isHolder: false, problem: 'taken' } as const)
    : judgeClaim(
        { isHolder: claim.isHolder, isVerified },
        holder && { isHolder: true, isVerified: isVerified === true ? await hasRecord(holder, nameServers) : null },
      )
  const problem: DomainProblem | null =
    judged.problem ?? ((await pointsTo(claim.domain, target, nameServers)) ? null : 'points_elsewhere')
  const at = now()
  const nextCheckAt = new Date(at + getCheckDelayMs(at - claim.claimedAt))
  await database.transaction(async (tx) => {
    if (judged.isHolder && !claim.isHolder) await takeDomain(tx, claim)
    await tx.query(sql`update status_page_domain set problem = ${problem}, target = ${target}, next_check_at = ${nextCheckAt},
  verified_at = ${judged.isHolder ? sql`coalesce(verified_at, ${new Date(at)})` : null}
where status_page_id = ${claim.pageId} and domain = ${claim.domain}`)
    if (judged.isHolder && options.issuesCertificates)
      await tx.query(sql`insert into page_certificate (domain, order_at) values (${claim.domain}, ${new Date(at + publishedWithinMs)})
on conflict do nothing`)
  })
}

const hasRecord = ({ domain, token }: Pick<Claim, 'domain' | 'token'>, nameServers: NameServers) => {
  const { name, value } = getDomainRecord(domain, token)
  return nameServers.hasText(name, value)
}

async function findHolder(db: Queryable, { domain }: Claim): Promise<Pick<Claim, 'domain' | 'token'> | undefined> {
  const [holder] = await db.query(sql<{ domain: string; token: string }>`select d.domain, p.domain_token as token
from status_page_domain d join status_page p on p.id = d.status_page_id
where d.domain = ${domain} and d.verified_at is not null`)
  return holder
}

/** The former holder has lost its record. */
const takeDomain = (tx: Transaction, { domain, pageId }: Claim) =>
  tx.query(sql`update status_page_domain set verified_at = null, problem = 'taken'
where domain = ${domain} and status_page_id <> ${pageId} and verified_at is not null`)

/**
 * Whether a domain points to us and nowhere else: an authority may validate any of its IP addresses. If our own addresses are not
 * known, the authority finds out.
 */
async function pointsTo(domain: string, target: string, nameServers: NameServers): Promise<boolean> {
  const ours = await nameServers.findAddresses(target)
  if (!ours || ours.length === 0) return true
  const found = await nameServers.findAddresses(domain)
  return found !== null && found.length > 0 && found.every((address) => ours.includes(address))
}
