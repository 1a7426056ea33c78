import { accountRoles, getRoleScopes } from '@wachta/domain'
import { sql } from 'kysely'

const managerRoles = accountRoles.filter((role) => getRoleScopes(role).includes('users:write'))

/**
 * Whether an application `y` may act on its own: only while the person who knows its secret still manages applications
 * of the account. Otherwise a dismissed colleague would keep the access of the account.
 */
export const isRegistrantTrusted = sql<boolean>`exists (select from account m where m.id = y.registrant_id
  and (m.id = y.owner_id or m.parent_account_id = y.owner_id and m.role = any(${managerRoles})
    and not m.is_blocked and m.closed_at is null))`

/** Whether the owner of an application `y` is neither blocked nor closed; those of the installation have no owner. */
export const isOwnerActive = sql<boolean>`(y.owner_id is null
  or exists (select from account o where o.id = y.owner_id and not o.is_blocked and o.closed_at is null))`
