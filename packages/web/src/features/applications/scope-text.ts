import { useTexts } from '../../app/i18n/own-texts.ts'
import type { ScopeFamily } from '../api-keys/api-key-scopes.ts'
import { apiKeyTexts } from '../api-keys/texts.ts'
import { applicationTexts } from './texts.ts'

const identityScopes = ['openid', 'profile', 'email', 'offline_access'] as const
type IdentityScope = (typeof identityScopes)[number]

const isIdentityScope = (scope: string): scope is IdentityScope => identityScopes.some((one) => one === scope)

/** Returns a function that describes what a scope allows an application to do: a short label and a sentence. */
export function useAccessText(): (scope: string) => { readonly label: string; readonly about: string } {
  const scopeTexts = useTexts(apiKeyTexts)
  const texts = useTexts(applicationTexts)
  return (scope) => {
    if (isIdentityScope(scope))
      return { label: texts(`applications.scope.${scope}`), about: texts(`applications.about.${scope}`) }
    const [family, access] = scope.split(':') as [ScopeFamily, 'read' | 'write']
    return {
      label: `${scopeTexts(`apiKeys.family.${family}`)}: ${texts(`applications.access.${access}`)}`,
      about: scopeTexts(`apiKeys.about.${family}`),
    }
  }
}
