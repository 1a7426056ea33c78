import type { RoleMapping, UserRole } from '@wachta/domain'
import type { StatementRunner } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import type { IssuerClient } from '../../platform/issuers/issuers.ts'

/** A usable connection, with the issuer and client of the reseller if it has none of its own. */
export interface Connection extends IssuerClient {
  readonly id: number
  readonly ownerId: number
  readonly scopes: readonly string[]
  readonly groupsClaim: string
  readonly roleMappings: readonly RoleMapping[]
  readonly defaultRole: UserRole | null
  readonly secondFactor: 'issuer' | 'own'
}

const columns = sql`c.id, c.owner_id as "ownerId", coalesce(s.slug, c.slug) as "clientSlug",
  coalesce(s.issuer, c.issuer) as issuer, coalesce(s.client_id, c.client_id) as "clientId",
  case when s.id is null then c.client_secret else s.client_secret end as "clientSecret",
  case when s.id is null then c.scopes else s.scopes end as scopes, c.groups_claim as "groupsClaim",
  c.role_mappings as "roleMappings", c.default_role as "defaultRole", c.second_factor as "secondFactor"`

/** A reseller that withdraws its offer, or loses the sub-account, no longer decides who can sign in there. */
const isUsable = sql`c.is_enabled and a.closed_at is null and not a.is_blocked
  and (c.source_id is null or s.is_enabled and s.is_offered and s.owner_id = a.reseller_account_id)`

/** Finds a connection through which users can sign in now. */
export async function findConnection(db: StatementRunner, where: RawBuilder<unknown>): Promise<Connection | undefined> {
  const [found] = await db.query(sql<Connection>`select ${columns} from sso_connection c
  join account a on a.id = c.owner_id left join sso_connection s on s.id = c.source_id
where ${where} and ${isUsable} order by c.id limit 1`)
  return found
}

/** Finds the connection of an e-mail domain; only domains that were verified count. */
export const findConnectionByDomain = (db: StatementRunner, domain: string): Promise<Connection | undefined> =>
  findConnection(
    db,
    sql`c.id = (select d.connection_id from sso_domain d where d.domain = ${domain.toLowerCase()} and d.verified_at is not null)`,
  )
