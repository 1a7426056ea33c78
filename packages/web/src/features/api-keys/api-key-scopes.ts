import type { ApiKey, ApiKeyCreateData } from '@wachta/client'

export type OfferedScope = ApiKeyCreateData['scopes'][number]
type FamilyOf<S> = S extends `${infer Family}:${string}` ? Family : never
export type ScopeFamily = FamilyOf<OfferedScope>
export type Access = 'none' | 'read' | 'write'

/** The parts of the account that a key can have access to, each with the path of an example request. */
const examplePaths: Readonly<Record<ScopeFamily, string>> = {
  services: '/services',
  groups: '/groups',
  maintenance: '/suspensions',
  corrections: '/corrections',
  alerts: '/events',
  incidents: '/incidents',
  contacts: '/contacts',
  templates: '/templates',
  reports: '/report_templates',
  status_pages: '/status_pages',
  status_page_posts: '/status_page_posts',
  sensors: '/sensors',
  // Diagnostics and checks have no suitable request for reading, so the example is one that every key may send.
  diagnostics: '/system/my_ip_address',
  checks: '/system/my_ip_address',
  account: '/accounts/my_account',
}
export const familyNames = Object.keys(examplePaths) as ScopeFamily[]

const levelsUpTo: Readonly<Record<Access, readonly Access[]>> = {
  none: ['none'],
  read: ['none', 'read'],
  write: ['none', 'read', 'write'],
}
/** The maximum access of a key that is limited to groups; everything else belongs to the whole account. */
const maxGroupAccess: Readonly<Partial<Record<ScopeFamily, Access>>> = {
  services: 'write',
  groups: 'write',
  maintenance: 'write',
  corrections: 'write',
  incidents: 'write',
  checks: 'write',
  sensors: 'read',
}

/** Returns the access levels that can be selected for a part of the account. */
export function listAccessChoices(family: ScopeFamily, isLimited: boolean): readonly Access[] {
  if (isLimited && maxGroupAccess[family] === undefined) return levelsUpTo.none
  if (family === 'checks') return ['none', 'write']
  return levelsUpTo[isLimited ? (maxGroupAccess[family] ?? 'none') : family === 'account' ? 'read' : 'write']
}

/** Returns the selected scopes without those that are not possible for a key limited to groups. */
export const toScopes = (chosen: ReadonlyMap<ScopeFamily, Access>, isLimited: boolean): OfferedScope[] =>
  familyNames.flatMap((family) => {
    const access = chosen.get(family) ?? 'none'
    const isPossible = access !== 'none' && listAccessChoices(family, isLimited).includes(access)
    return isPossible ? [`${family}:${access}` as OfferedScope] : []
  })

/** Returns an example request that the key allows. */
export function createExampleRequest(origin: string, key: string, scopes: readonly string[]): string {
  const family = familyNames.find((name) => scopes.some((scope) => scope.startsWith(`${name}:`))) ?? 'services'
  return `curl ${origin}/v3${examplePaths[family]} \\\n  -H "Authorization: Bearer ${key}"`
}

export type KeyState = 'active' | 'expired' | 'revoked'

export function getKeyState({ revoked_at, expires_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active'
}
