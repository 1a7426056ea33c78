import type { useI18n } from '../../app/i18n/language.tsx'
import type { ScopeFamily } from '../api-keys/api-key-scopes.ts'

type Translate = ReturnType<typeof useI18n>['t']

const identityScopes = ['openid', 'profile', 'email', 'offline_access'] as const
type IdentityScope = (typeof identityScopes)[number]

const isIdentityScope = (scope: string): scope is IdentityScope => identityScopes.some((one) => one === scope)

/** Returns what a scope lets an application do, as a short label and a sentence. */
export function describeScope(scope: string, t: Translate): { readonly label: string; readonly about: string } {
  if (isIdentityScope(scope))
    return { label: t(`applications.scope.${scope}`), about: t(`applications.about.${scope}`) }
  const [family, access] = scope.split(':') as [ScopeFamily, 'read' | 'write']
  return {
    label: `${t(`apiKeys.family.${family}`)}: ${t(`applications.access.${access}`)}`,
    about: t(`apiKeys.about.${family}`),
  }
}
