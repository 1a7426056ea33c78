import type { Account, AccountRoleData } from '@wachta/client'

export type OfferedRole = AccountRoleData['role']

/** The roles, those with the most permissions first. */
const roleNames: readonly OfferedRole[] = ['manager', 'editor', 'operator', 'viewer', 'billing']

/** Returns the roles that a user can assign: none with a permission that the user lacks, like billing for a manager. */
export const getAssignableRoles = (ownRole: string | undefined): readonly OfferedRole[] =>
  ownRole === 'manager' ? roleNames.filter((name) => name !== 'billing') : roleNames

/** A role that was chosen in a form, and the ids of the groups that it is limited to. */
export interface ChosenRole {
  readonly role: OfferedRole
  readonly groups: readonly string[]
}

/** Whether a user with the role can be limited to groups; the others work for the whole account. */
export const canBeLimited = (role: OfferedRole): boolean => role !== 'manager' && role !== 'billing'

/** Returns the body for the API, without groups that the role cannot have. */
export const toRoleData = ({ role, groups }: ChosenRole): { role: OfferedRole; group_ids: number[] | null } => ({
  role,
  group_ids: canBeLimited(role) && groups.length > 0 ? groups.map(Number) : null,
})

export const toChosenRole = ({ role, role_group_ids }: Pick<Account, 'role' | 'role_group_ids'>): ChosenRole => ({
  role: roleNames.find((name) => name === role) ?? 'viewer',
  groups: (role_group_ids ?? []).map(String),
})
