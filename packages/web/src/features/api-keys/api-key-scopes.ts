import type { ApiKey, ApiKeyCreateData } from '@wachta/client'

export type Scope = ApiKeyCreateData['scopes'][number]
type FamilyOf<S> = S extends `${infer Family}:${string}` ? Family : never
export type Family = FamilyOf<Scope>
export type Access = 'none' | 'read' | 'write'

/** What a key can be given access to, and how a first request with it could look. */
const families: Readonly<Record<Family, string>> = {
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
export const familyNames = Object.keys(families) as Family[]

const upTo: Readonly<Record<Access, readonly Access[]>> = {
  none: ['none'],
  read: ['none', 'read'],
  write: ['none', 'read', 'write'],
}
/** The most that a key limited to groups can have; everything else belongs to the whole account. */
const withinGroups: Readonly<Partial<Record<Family, Access>>> = {
  services: 'write',
  groups: 'write',
  maintenance: 'write',
  corrections: 'write',
  sensors: 'read',
}

/** What can be chosen for a family. */
export function accessChoices(family: Family, isLimited: boolean): readonly Access[] {
  if (isLimited) return upTo[withinGroups[family] ?? 'none']
  return upTo[family === 'account' ? 'read' : 'write']
}

/** The scopes that were chosen, without those that the groups rule out. */
export const scopesOf = (chosen: ReadonlyMap<Family, Access>, isLimited: boolean): Scope[] =>
  familyNames.flatMap((family) => {
    const access = chosen.get(family) ?? 'none'
    const isPossible = access !== 'none' && accessChoices(family, isLimited).includes(access)
    return isPossible ? [`${family}:${access}` as Scope] : []
  })

/** A request that the key can make. */
export function exampleOf(origin: string, key: string, scopes: readonly string[]): string {
  const family = familyNames.find((name) => scopes.some((scope) => scope.startsWith(`${name}:`))) ?? 'services'
  return `curl ${origin}/v3${families[family]} \\\n  -H "Authorization: Bearer ${key}"`
}

export type KeyState = 'active' | 'expired' | 'revoked'

export function stateOf({ revoked_at, expires_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active'
}
