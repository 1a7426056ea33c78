/**
 * The areas that an API key can access. `account` is read-only, because only a signed-in person may change an account.
 */
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
 * The scopes that a key limited to groups can have: those of services, which belong to a group, and of what belongs to
 * services. Contacts, alert rules and templates belong to the whole account. Sensors can be read, to choose from them.
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

/**
 * The API keys that may call an operation: every key, none (a session is required), or keys with all of these scopes.
 */
export type ApiKeyRequirement = 'any' | 'session' | readonly ApiKeyScope[]

export type ApiKeyVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: 'session'; readonly missing: readonly [] }
  | { readonly allowed: false; readonly reason: 'scope'; readonly missing: readonly ApiKeyScope[] }

/** Decides whether a key with these scopes may call an operation, and returns the missing scopes if it may not. */
export function checkApiKeyScopes(scopes: readonly string[], requirement: ApiKeyRequirement): ApiKeyVerdict {
  if (requirement === 'any') return { allowed: true }
  if (requirement === 'session') return { allowed: false, reason: 'session', missing: [] }
  const missing = requirement.filter((scope) => !includesScope(scopes, scope))
  return missing.length === 0 ? { allowed: true } : { allowed: false, reason: 'scope', missing }
}

/**
 * Whether the scopes include one. `write` includes `read`, because a change returns the changed object, and a client
 * has to find it first.
 */
export const includesScope = (scopes: readonly string[], wanted: ApiKeyScope): boolean =>
  scopes.includes(wanted) || (wanted.endsWith(':read') && scopes.includes(wanted.replace(/:read$/, ':write')))

/** Returns those of the scopes that a key limited to groups must not have. */
export const scopesBeyondGroups = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !groupScopes.some((allowed) => allowed === scope))
