import { mayCallWith } from './key-scopes.ts'
import { getVerdict, isLockedOut, type Target, type Verdict } from './oracle.ts'
import type { Role } from './roles.ts'
import type { Rule } from './rules.ts'
import type { AccountTrees } from './trees.ts'

/** Returns the expected verdict of a call: first by the scopes of the key, then by the rights of its account. */
export const expectedOf = (
  operation: { readonly id: string; readonly method: string; readonly path: string },
  rule: Rule,
  role: Role,
  target: Target | null,
  trees: AccountTrees,
): Verdict =>
  !isLockedOut(role) && role.scope !== 'anonymous' && !mayCallWith(operation, role)
    ? 'forbidden'
    : getVerdict(rule, role, target, trees)
