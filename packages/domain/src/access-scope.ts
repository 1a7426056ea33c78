/**
 * The areas that an API key or an application can access. `account` is read-only, because only a signed-in person may
 * change an account. `checks` has no `read`: its `write` is the right to run checks at once.
 */
const families = [
  'services',
  'groups',
  'maintenance',
  'corrections',
  'alerts',
  'incidents',
  'contacts',
  'templates',
  'reports',
  'status_pages',
  'status_page_posts',
  'sensors',
  'diagnostics',
  'checks',
  'account',
] as const
export type AccessFamily = (typeof families)[number]
export type AccessScope = `${Exclude<AccessFamily, 'account'>}:write` | `${Exclude<AccessFamily, 'checks'>}:read`

export const accessScopes: readonly AccessScope[] = families.flatMap((family): AccessScope[] => {
  if (family === 'account') return ['account:read']
  return family === 'checks' ? ['checks:write'] : [`${family}:read`, `${family}:write`]
})

/** Areas that are part of another area, so that a key can be limited to the part. */
const parentFamilies: Readonly<Partial<Record<string, AccessFamily>>> = {
  incidents: 'alerts',
  diagnostics: 'sensors',
  checks: 'services',
  status_page_posts: 'status_pages',
}

/**
 * The scopes that a key limited to groups can have: those for services, which belong to a group, and for objects that
 * belong to services. Contacts, alert rules and templates belong to the whole account. Sensors can be read, to choose
 * from them.
 */
const groupScopes: readonly AccessScope[] = [
  'services:read',
  'services:write',
  'groups:read',
  'groups:write',
  'maintenance:read',
  'maintenance:write',
  'corrections:read',
  'corrections:write',
  'incidents:read',
  'incidents:write',
  'checks:write',
  'sensors:read',
]

/** What an operation requires of a caller: any scope, a session instead of scopes, or all of the listed scopes. */
export type ScopeRequirement = 'any' | 'session' | readonly AccessScope[]

export type ScopeVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'session'; readonly missing: readonly [] }
  | { readonly allowed: false; readonly reason: 'scope'; readonly missing: readonly AccessScope[] }

/** Decides whether these scopes may call an operation, and returns the missing ones if they may not. */
export function checkScopes(scopes: readonly string[], requirement: ScopeRequirement): ScopeVerdict {
  if (requirement === 'any') return { allowed: true }
  if (requirement === 'session') return { allowed: false, reason: 'session', missing: [] }
  const missing = requirement.filter((scope) => !includesScope(scopes, scope))
  return missing.length === 0 ? { allowed: true } : { allowed: false, reason: 'scope', missing }
}

/**
 * Whether the scopes include a scope. `write` includes `read`, because a change returns the changed object, and clients
 * have to find the object first. An area includes its parts.
 */
export function includesScope(scopes: readonly string[], scope: string): boolean {
  const [family = '', action = ''] = scope.split(':')
  if (scopes.includes(scope) || (action === 'read' && scopes.includes(`${family}:write`))) return true
  const parent = parentFamilies[family]
  return parent !== undefined && includesScope(scopes, `${parent}:${action}`)
}

/** Returns the scopes that both lists include. */
export const intersectScopes = (one: readonly string[], other: readonly string[]): AccessScope[] =>
  accessScopes.filter((scope) => includesScope(one, scope) && includesScope(other, scope))

/**
 * Returns the scopes that remain for a user who is limited to groups: those for groups and their objects, and reading
 * the user's own account.
 */
export const narrowToGroups = (scopes: readonly string[]): AccessScope[] =>
  ([...groupScopes, 'account:read'] as const).filter((scope) => includesScope(scopes, scope))

/** Returns those of the scopes that a key limited to groups must not have. */
export const findScopesBeyondGroups = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !groupScopes.some((allowed) => allowed === scope))
