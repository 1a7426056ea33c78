import {
  type AccountRole,
  accessScopes,
  getRoleScopes,
  includesScope,
  intersectGroups,
  intersectScopes,
  narrowToGroups,
} from '@wachta/domain'
import type { CallerLimits, Registry } from '@wachta/resource'
import { getPermissionScope } from './permission-scope.ts'

/** The scopes and groups that a key or an application was given. */
export interface DelegateGrant {
  readonly scopes: readonly string[]
  readonly groupIds: readonly number[] | null
}

/** The role of a user, and the groups that it is limited to. */
interface RoleHolder {
  readonly role: AccountRole
  readonly roleGroupIds: readonly number[] | null
}

/** Returns the limits that the role of a signed-in user imposes; undefined for a user who may see everything. */
export function limitPerson({ role, roleGroupIds }: RoleHolder): CallerLimits | undefined {
  if (!isRestrictedRole(role) && roleGroupIds === null) return undefined
  const granted = isRestrictedRole(role) ? getRoleScopes(role) : accessScopes
  const scopes = roleGroupIds === null ? granted : narrowToGroups(granted)
  return {
    cacheKey: `role ${role} ${roleGroupIds !== null}`,
    scopes,
    grantedScopes: granted,
    groupIds: roleGroupIds,
    isPerson: true,
    // Operations without a scope are personal: the user's password, sessions and keys.
    allows: (resource, permission) => includesPermission(scopes, getPermissionScope(resource, permission) ?? 'any'),
  }
}

/** Returns the limits of a key or application: the scopes and groups it was granted, within the role of its holder. */
export function limitDelegate(
  registry: Registry,
  { role, roleGroupIds }: RoleHolder,
  grant: DelegateGrant,
): CallerLimits {
  const scopes = isRestrictedRole(role) ? intersectScopes(grant.scopes, getRoleScopes(role)) : [...grant.scopes].sort()
  const groupIds = intersectGroups(grant.groupIds, roleGroupIds)
  const effectiveScopes = groupIds === null ? scopes : narrowToGroups(scopes)
  return {
    cacheKey: `delegate ${effectiveScopes.join(' ')}`,
    scopes,
    grantedScopes: grant.scopes,
    groupIds,
    isPerson: false,
    allows: (resource, permission) => {
      const needed = getPermissionScope(resource, permission)
      return needed === null ? isPublic(registry, resource) : includesPermission(effectiveScopes, needed)
    },
  }
}

const includesPermission = (scopes: readonly string[], needed: string): boolean =>
  needed === 'any' || includesScope(scopes, needed)

/** An owner may do everything. A viewer is a read-only caller, which all permissions already respect. */
const isRestrictedRole = (role: AccountRole): boolean => role !== 'owner' && role !== 'viewer'

/** Dictionaries are served without credentials, so every key may read them. */
const isPublic = (registry: Registry, resource: string): boolean =>
  registry.get(resource).serve?.public?.includes('read') ?? false
