import { mayCallWith } from './key-scopes.ts'
import { isLockedOut, type Target, type Verdict, verdict } from './oracle.ts'
import type { Role } from './roles.ts'
import type { Rule } from './rules.ts'
import type { Trees } from './trees.ts'

/** What must come of a call: what the key lets through at all, and then what its holder may do. */
export const expectedOf = (
  operation: { readonly id: string; readonly method: string; readonly path: string },
  rule: Rule,
  role: Role,
  target: Target | null,
  trees: Trees,
): Verdict =>
  role.key && !isLockedOut(role) && !mayCallWith(operation, role) ? 'forbidden' : verdict(rule, role, target, trees)
