/** What an API key can be given access to. `account` can only be read: an account is changed by a person who signs in. */
const families = [
  'services',
  'groups',
  'maintenance',
  'corrections',
  'alerts',
  'contacts',
  'templates',
  'reports',
  'sensors',
  'account',
] as const
export type ApiKeyFamily = (typeof families)[number]
export type ApiKeyScope = `${Exclude<ApiKeyFamily, 'account'>}:write` | `${ApiKeyFamily}:read`

export const apiKeyScopes: readonly ApiKeyScope[] = families.flatMap((family): ApiKeyScope[] =>
  family === 'account' ? ['account:read'] : [`${family}:read`, `${family}:write`],
)

/**
 * Scopes of a key that is limited to groups: what belongs to a service, and so to a group. Contacts, alert rules and
 * templates belong to the whole account. Sensors are there to be chosen from.
 */
const groupScopes: readonly ApiKeyScope[] = [
  'services:read',
  'services:write',
  'groups:read',
  'groups:write',
  'maintenance:read',
  'maintenance:write',
  'corrections:read',
  'corrections:write',
  'sensors:read',
]

/** Who may call an operation with an API key: every key, no key, or keys that have all of these scopes. */
export type ApiKeyRequirement = 'any' | 'session' | readonly ApiKeyScope[]

export type ApiKeyVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'session'; readonly missing: readonly [] }
  | { readonly allowed: false; readonly reason: 'scope'; readonly missing: readonly ApiKeyScope[] }

/** Whether a key with these scopes may call an operation, and what it lacks where it may not. */
export function checkApiKeyScopes(scopes: readonly string[], requirement: ApiKeyRequirement): ApiKeyVerdict {
  if (requirement === 'any') return { allowed: true }
  if (requirement === 'session') return { allowed: false, reason: 'session', missing: [] }
  const missing = requirement.filter((scope) => !includesScope(scopes, scope))
  return missing.length === 0 ? { allowed: true } : { allowed: false, reason: 'scope', missing }
}

/** `write` includes `read`: a change answers with what it changed, and needs to be looked up first. */
export const includesScope = (scopes: readonly string[], wanted: ApiKeyScope): boolean =>
  scopes.includes(wanted) || (wanted.endsWith(':read') && scopes.includes(wanted.replace(/:read$/, ':write')))

/** The scopes that a key must not have because it is limited to groups. */
export const scopesBeyondGroups = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !groupScopes.some((allowed) => allowed === scope))
