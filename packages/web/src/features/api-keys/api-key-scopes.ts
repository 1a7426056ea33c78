import type { ApiKey, ApiKeyCreateData } from '@wachta/client'

export type OfferedScope = ApiKeyCreateData['scopes'][number]
type FamilyOf<S> = S extends `${infer Family}:${string}` ? Family : never
export type ScopeFamily = FamilyOf<OfferedScope>
export type Access = 'none' | 'read' | 'write'

/** What a key can be given access to, and how a first request with it could look. */
const families: Readonly<Record<ScopeFamily, string>> = {
  services: '/services',
  groups: '/groups',
  maintenance: '/suspensions',
  corrections: '/corrections',
  alerts: '/events',
  contacts: '/contacts',
  templates: '/templates',
  reports: '/report_templates',
  sensors: '/sensors',
  account: '/accounts/my_account',
}
export const familyNames = Object.keys(families) as ScopeFamily[]

const upTo: Readonly<Record<Access, readonly Access[]>> = {
  none: ['none'],
  read: ['none', 'read'],
  write: ['none', 'read', 'write'],
}
/** The most that a key limited to groups can have; everything else belongs to the whole account. */
const withinGroups: Readonly<Partial<Record<ScopeFamily, Access>>> = {
  services: 'write',
  groups: 'write',
  maintenance: 'write',
  corrections: 'write',
  sensors: 'read',
}

/** What can be chosen for a family. */
export function accessChoices(family: ScopeFamily, isLimited: boolean): readonly Access[] {
  if (isLimited) return upTo[withinGroups[family] ?? 'none']
  return upTo[family === 'account' ? 'read' : 'write']
}

/** The scopes that were chosen, without those that the groups rule out. */
export const toScopes = (chosen: ReadonlyMap<ScopeFamily, Access>, isLimited: boolean): OfferedScope[] =>
  familyNames.flatMap((family) => {
    const access = chosen.get(family) ?? 'none'
    const isPossible = access !== 'none' && accessChoices(family, isLimited).includes(access)
    return isPossible ? [`${family}:${access}` as OfferedScope] : []
  })

/** A request that the key can make. */
export function exampleRequest(origin: string, key: string, scopes: readonly string[]): string {
  const family = familyNames.find((name) => scopes.some((scope) => scope.startsWith(`${name}:`))) ?? 'services'
  return `curl ${origin}/v3${families[family]} \\\n  -H "Authorization: Bearer ${key}"`
}

export type KeyState = 'active' | 'expired' | 'revoked'

export function apiKeyState({ revoked_at, expires_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active'
}
