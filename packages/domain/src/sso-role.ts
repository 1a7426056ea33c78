/** The roles that single sign-on can give, the most powerful first. Nobody becomes the owner of an account by it. */
export const mappedRoles = ['manager', 'editor', 'operator', 'viewer', 'billing'] as const
export type MappedRole = (typeof mappedRoles)[number]

/** Gives a role to everyone in a group of the issuer. */
export interface RoleMapping {
  readonly group: string
  readonly role: MappedRole
}

/**
 * Returns the role of a user by the groups that the issuer or SCIM names. The most powerful of all mapped roles counts;
 * without one the default, and null if there is none either: the user is then rejected.
 */
export function resolveMappedRole(
  groups: readonly string[],
  mappings: readonly RoleMapping[],
  defaultRole: MappedRole | null,
): MappedRole | null {
  const held = new Set(groups)
  const roles = new Set(mappings.filter(({ group }) => held.has(group)).map(({ role }) => role))
  return mappedRoles.find((role) => roles.has(role)) ?? defaultRole
}

/** Whether a role can only read. */
export const isReadOnlyRole = (role: MappedRole): boolean => role === 'viewer' || role === 'billing'
