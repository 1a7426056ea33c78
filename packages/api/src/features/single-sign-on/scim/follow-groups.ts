import { isDeepStrictEqual } from 'node:util'
import { type MappedRole, resolveMappedRole } from '@wachta/domain'
import { sql } from 'kysely'
import { giveRole } from '../users.ts'
import type { ScimCall } from './scim-call.ts'

interface MappedUser {
  readonly id: number
  readonly groups: readonly string[]
  /** The role now; null for none. */
  readonly role: MappedRole | null
}

/** Gives users the role of their groups after a change; a user without a role loses access. */
export async function updateRolesFromGroups(accountIds: readonly number[], call: ScimCall): Promise<void> {
  if (accountIds.length === 0) return
  const { id: connectionId, roleMappings, defaultRole } = call.connection
  const affected = sql`i.connection_id = ${connectionId} and i.account_id = any(${accountIds}::bigint[])`
  // Waits for other changes of the same users; the next statement sees what they changed.
  await call.db.query(sql`select from sso_identity i where ${affected} order by i.account_id for update`)
  const users = await call.db.query(sql<MappedUser>`select a.id,
  i.claim_groups || array(select g.display_name from scim_group g join scim_group_member m on m.group_id = g.id
    where m.account_id = a.id) as groups,
  case when i.has_role then jsonb_build_object('role', a.role, 'groupIds', a.role_group_ids) end as role
from sso_identity i join account a on a.id = i.account_id where ${affected} order by a.id`)
  for (const { id, groups, role: former } of users) {
    const role = resolveMappedRole(groups, roleMappings, defaultRole)
    if (!isDeepStrictEqual(role, former)) await giveRole(id, role, call)
  }
}

/**
 * Removes groups from the claims that users had at their last sign-in, because the directory removed the users from the
 * groups after that.
 */
export async function deleteClaims(
  accountIds: readonly number[],
  names: readonly (string | null)[],
  { db, connection }: ScimCall,
): Promise<void> {
  const groupNames = names.filter((name) => name !== null)
  await db.query(sql`update sso_identity
set claim_groups = array(select claimed from unnest(claim_groups) claimed where claimed <> all(${groupNames}::text[]))
where connection_id = ${connection.id} and account_id = any(${accountIds}::bigint[]) and claim_groups && ${groupNames}::text[]`)
}
