import { type AccountRole, canBeLimitedToGroups, isAccountRole, mayAssignRole, userRoles } from '@wachta/domain'
import { type Call, closed, lockRow, nameSchema, type Operation, parseKey, reject } from '@wachta/resource'
import { idList, nullable } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { account } from './account.ts'

/** The role of a user, and the service groups that it is limited to. */
export interface RoleData {
  readonly role: string
  readonly group_ids?: readonly number[] | null
}

export const roleFields = {
  role: Type.Unsafe<string>({ type: 'string', enum: [...userRoles], description: 'What the user may do.' }),
  group_ids: Type.Optional(
    nullable(
      idList({
        min: 1,
        max: 100,
        description: 'The service groups that an editor, operator or viewer is limited to; null, the default, for all.',
      }),
    ).schema,
  ),
}

/**
 * Gives an additional user another role. The role applies from the next request on, also to the keys and applications
 * of the user.
 */
export const changeRole: Operation = {
  id: 'change_account_role',
  method: 'PUT',
  path: '/accounts/{_id}/role',
  tag: 'accounts',
  summary: 'Give an additional user a role, for the whole account or for some service groups.',
  description: 'Needs a step-up.',
  access: 'customer',
  on: { resource: 'account', flag: 'assign_role' },
  body: nameSchema('account_role_data', Type.Object(roleFields, closed)),
  status: 204,
  async handle(call) {
    const id = Number(parseKey(account, call))
    const before = await lockRow({ resource: account, key: id }, 'assign_role', call)
    await call.requireStepUp()
    const { role, group_ids = null } = call.body as RoleData
    await requireAssignableRole({ role, group_ids }, Number(before['parent_account_id']), call)
    await call.db.query(sql`update account set role = ${role}, role_group_ids = ${group_ids} where id = ${id}`)
    await call.record({
      resource: 'account',
      id,
      accountId: id,
      before: { role: before['role'], role_group_ids: before['role_group_ids'] },
      after: { role, role_group_ids: group_ids },
    })
    return undefined
  },
}

/** Rejects a role that the caller cannot assign, and groups of other accounts. */
export async function requireAssignableRole(
  { role, group_ids = null }: RoleData,
  accountId: number,
  { caller, db }: Call,
): Promise<void> {
  requireAssignable([role], caller, 'data.role')
  await requireValidGroupLimits([{ role: role as AccountRole, group_ids }], { accountId, field: 'data.group_ids' }, db)
}

/** Rejects roles that the caller cannot assign. */
export function requireAssignable(roles: readonly string[], caller: Call['caller'], field: string): void {
  const isAssignable = (role: string) =>
    isAccountRole(role) && (caller.scope === 'administrator' || mayAssignRole(getRole(caller), role))
  if (!roles.every(isAssignable)) reject('forbidden_field', field)
}

/** A role, and the service groups that it is limited to; null for all. */
interface GroupLimit {
  readonly role: AccountRole
  readonly group_ids?: readonly number[] | null
}

/** Rejects group limits of roles that apply to the whole account, and groups of other accounts. */
export async function requireValidGroupLimits(
  limits: readonly GroupLimit[],
  { accountId, field }: { readonly accountId: number; readonly field: string },
  db: Call['db'],
): Promise<void> {
  for (const { role, group_ids } of limits)
    if (group_ids && !canBeLimitedToGroups(role)) reject('role_without_group_limit', field, { role })
  const ids = new Set(limits.flatMap(({ group_ids }) => group_ids ?? []))
  if (ids.size === 0) return
  const [found] = await db.query(sql<{ count: number }>`select count(*)::int as count from service_group
where id = any(${[...ids]}::bigint[]) and owner_id = ${accountId}`)
  if (found?.count !== ids.size) reject('unknown_reference', field)
}

const getRole = ({ role }: Call['caller']): AccountRole => (isAccountRole(role) ? role : 'viewer')
