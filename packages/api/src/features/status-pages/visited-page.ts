import { includesScope, type PageVisibility } from '@wachta/domain'
import type { StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import { isListed } from '../../platform/authentication/allow-list.ts'
import { findIdentity, type Identity } from '../../platform/authentication/identity.ts'
import { limitPerson } from '../../platform/authentication/limits.ts'
import { isLiveSession } from '../../platform/authentication/sessions.ts'

/** A page as far as its visitors are concerned. */
export interface VisitedPage {
  readonly id: number
  readonly slug: string
  readonly ownerId: number
  readonly visibility: PageVisibility
  readonly visitorAccountIds: readonly number[]
  readonly generation: number
  readonly publicKey: string | null
  readonly passwordHash: string | null
}

/** Finds a page that is served: published, of an account that is neither blocked nor closed. */
export async function findVisitedPage(db: StatementRunner, slug: string): Promise<VisitedPage | undefined> {
  const [found] = await db.query(sql<VisitedPage>`select p.id, p.slug, p.owner_id as "ownerId", p.visibility,
  p.visitor_account_ids as "visitorAccountIds", p.visitor_generation as generation, p.visitor_public_key as "publicKey",
  s.password_hash as "passwordHash"
from status_page p join account a on a.id = p.owner_id left join status_page_secret s on s.status_page_id = p.id
where p.slug = ${slug} and p.is_published and not a.is_blocked and a.closed_at is null`)
  return found
}

interface VisitorSession {
  readonly sessionId: number
  readonly address: string
  readonly now: Date
}

/** Returns whether the user of a session may visit a page for users now. Observers may not: they are not the user. */
export async function mayVisit(
  db: StatementRunner,
  page: VisitedPage,
  { sessionId, address, now }: VisitorSession,
): Promise<boolean> {
  if (page.visibility !== 'users') return false
  const identity = await findIdentity(
    db,
    sql`a.id = (select s.account_id from session s where s.id = ${sessionId} and s.kind = 'session'
  and s.is_verified and s.observer_id is null and ${isLiveSession(now)})`,
  )
  if (!identity || !isActive(identity, address) || !mayReadPages(identity)) return false
  const actsFor = identity.parentAccountId ?? identity.accountId
  if (actsFor === page.ownerId) return true
  if (!page.visitorAccountIds.includes(actsFor)) return false
  const [subaccount] = await db.query(
    sql`select from account where id = ${actsFor} and reseller_account_id = ${page.ownerId}`,
  )
  return subaccount !== undefined
}

const isActive = ({ isBlocked, isActivated, lacksRole, allowList }: Identity, address: string): boolean =>
  !isBlocked && isActivated && !lacksRole && (allowList === null || isListed(allowList, address))

/** A page may show any service of the account, so it is not for users who are limited to groups. */
function mayReadPages(identity: Identity): boolean {
  const limits = limitPerson(identity)
  return limits === undefined || (limits.groupIds === null && includesScope(limits.scopes, 'status_pages:read'))
}
