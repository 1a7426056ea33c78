import type { Id } from './kind.ts'
import { roleScopes, scopesInGroups } from './role-scopes.ts'
import type { AccountTrees, Holder, OpenSession } from './trees.ts'

/** A caller of the matrix. */
export interface Role {
  readonly name: string
  readonly holder: Holder | null
  readonly scope: 'anonymous' | 'customer' | 'administrator'
  readonly session: OpenSession | null
  /** The scopes of its API key, and the group that the key is limited to. */
  readonly key?: { readonly scopes: readonly string[]; readonly group: Id | null }
  /** The scopes that the role of an additional user has, and the group that it is limited to. */
  readonly person?: { readonly scopes: readonly string[]; readonly group: Id | null }
}

interface PlannedRole {
  readonly holder: string
  readonly scope?: 'administrator'
}

/** Groups of the reseller are shared with both of its sub-accounts, and thereby with their users. */
const plannedRoles: Readonly<Record<string, PlannedRole>> = {
  owner: { holder: 'D.main' },
  'additional user': { holder: 'A.user' },
  'read-only user': { holder: 'A.viewer' },
  manager: { holder: 'A.manager' },
  operator: { holder: 'A.operator' },
  billing: { holder: 'A.billing' },
  'editor of a group': { holder: 'A.editor' },
  'viewer of a group': { holder: 'A.watcher' },
  'sub-account': { holder: 'A.sub' },
  'sub-account without grants': { holder: 'A.bare' },
  'user of a sub-account': { holder: 'A.subuser' },
  reseller: { holder: 'A.main' },
  stranger: { holder: 'C.main' },
  'blocked account': { holder: 'E.main' },
  'blocked user': { holder: 'A.blocked' },
  'user of a blocked account': { holder: 'E.user' },
  administrator: { holder: 'staff', scope: 'administrator' },
  'read-only administrator': { holder: 'clerk', scope: 'administrator' },
  'administrator as customer': { holder: 'staff' },
}

export async function createRoles(trees: AccountTrees): Promise<Role[]> {
  const roles: Role[] = [{ name: 'anonymous', holder: null, scope: 'anonymous', session: null }]
  for (const [name, { holder: holderName, scope = 'customer' }] of Object.entries(plannedRoles)) {
    const holder = trees.holder(holderName)
    const person = getPerson(holder)
    roles.push({ name, holder, scope, session: await trees.openSession(holder, scope), ...(person && { person }) })
  }
  return roles
}

/** Viewers of everything only lack writing, which all tables cover. */
function getPerson({ role, group, readOnly }: Holder): Role['person'] {
  if (role === null || (readOnly && group === null)) return undefined
  return { scopes: group === null ? (roleScopes[role] ?? []) : scopesInGroups, group }
}
