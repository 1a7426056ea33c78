import { type AccessScope, accessScopes } from './access-scope.ts'

/**
 * The roles of users in an account. The person whom the account belongs to is its owner; additional users have other
 * roles.
 */
export const accountRoles = ['owner', 'manager', 'editor', 'operator', 'viewer', 'billing'] as const
export type AccountRole = (typeof accountRoles)[number]
export type UserRole = Exclude<AccountRole, 'owner'>
export const userRoles = accountRoles.filter((role): role is UserRole => role !== 'owner')

/** What a role permits: the scopes of keys and applications, and changes of the account, its users and its billing. */
export type RoleScope = AccessScope | 'account:write' | 'users:write' | 'billing:write'

const readScopes: readonly AccessScope[] = accessScopes.filter((scope) => scope.endsWith(':read'))

const scopesByRole: Readonly<Record<AccountRole, readonly RoleScope[]>> = {
  owner: [...accessScopes, 'account:write', 'users:write', 'billing:write'],
  manager: [...accessScopes, 'account:write', 'users:write'],
  editor: [...accessScopes, 'account:write'],
  operator: [
    ...readScopes,
    'maintenance:write',
    'incidents:write',
    'status_page_posts:write',
    'diagnostics:write',
    'checks:write',
  ],
  viewer: readScopes,
  billing: ['account:read', 'billing:write'],
}

export const getRoleScopes = (role: AccountRole): readonly RoleScope[] => scopesByRole[role]

export const isAccountRole = (text: string): text is AccountRole => accountRoles.some((role) => role === text)

/** Whether a user with this role can be limited to service groups; the others work for the account as a whole. */
export const canBeLimitedToGroups = (role: AccountRole): boolean =>
  role === 'editor' || role === 'operator' || role === 'viewer'

/**
 * Whether a user with one role may assign another: only owners and managers may, and never more than they have
 * themselves.
 */
export const mayAssignRole = (own: AccountRole, other: AccountRole): boolean =>
  other !== 'owner' &&
  (own === 'owner' || own === 'manager') &&
  getRoleScopes(other).every((scope) => getRoleScopes(own).includes(scope))

/** Returns the groups that both limits allow; null means no limit. */
export function intersectGroups(
  one: readonly number[] | null,
  other: readonly number[] | null,
): readonly number[] | null {
  if (one === null || other === null) return one ?? other
  return one.filter((id) => other.includes(id))
}
