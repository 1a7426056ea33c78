import type { singleSignOn as english } from './messages.en.ts'

export const singleSignOn: Readonly<Record<keyof typeof english, string>> = {
  'sso.title': 'Logowanie jednokrotne (SSO)',
  'sso.continueWith': 'Zaloguj się przez SSO',
  'sso.stepUp': 'Potwierdź przez SSO',
}
