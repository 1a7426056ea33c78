import { type UserRole, userRoles } from './account-role.ts'

/** Gives a role to everyone in a group of the issuer, for all service groups or for some. */
export interface RoleMapping {
  readonly group: string
  readonly role: UserRole
  readonly group_ids?: readonly number[] | null
}

/** A role, and the service groups that it is limited to; null for all. */
export interface MappedRole {
  readonly role: UserRole
  readonly groupIds: readonly number[] | null
}

/**
 * Returns the role of a user from the groups that the issuer or SCIM names: the most powerful mapped role, for the
 * service groups of all mappings to it together. Without a mapping, it is the default role; if there is none either,
 * returns null, and the user is rejected. It never makes a user the owner of an account.
 */
export function resolveMappedRole(
  groups: readonly string[],
  mappings: readonly RoleMapping[],
  defaultRole: UserRole | null,
): MappedRole | null {
  const groupNames = new Set(groups)
  const matching = mappings.filter(({ group }) => groupNames.has(group))
  const role = userRoles.find((one) => matching.some((mapping) => mapping.role === one))
  if (role === undefined) return defaultRole && { role: defaultRole, groupIds: null }
  const limits = matching.filter((mapping) => mapping.role === role).map(({ group_ids = null }) => group_ids)
  return { role, groupIds: limits.includes(null) ? null : uniteGroups(limits) }
}

const uniteGroups = (limits: readonly (readonly number[] | null)[]): number[] =>
  [...new Set(limits.flatMap((ids) => ids ?? []))].sort((one, other) => one - other)
