import { createTexts } from '../../app/i18n/own-texts.ts'

export const securityTexts = createTexts({
  advice: { en: 'What to improve', pl: 'Co warto poprawić' },
  complete: {
    en: 'Your account is well protected: a lost device does not lock you out, and a stolen password alone is not enough to sign in.',
    pl: 'Konto jest dobrze chronione: utrata urządzenia nie odetnie Ci dostępu, a samo skradzione hasło nie wystarczy do zalogowania.',
  },
  cloned: {
    en: 'The passkey “{name}” may have been copied. Revoke it and add a new one.',
    pl: 'Klucz dostępu „{name}” mógł zostać skopiowany. Usuń go i dodaj nowy.',
  },
  passwordOnly: {
    en: 'Only a password protects your account. Add a passkey, so that a stolen password is not enough.',
    pl: 'Konto chroni tylko hasło. Dodaj klucz dostępu, aby samo skradzione hasło nie wystarczyło.',
  },
  codesOnly: {
    en: 'One-time codes can be phished. Add a passkey: it works only at the right address.',
    pl: 'Kody jednorazowe można wyłudzić. Dodaj klucz dostępu: działa tylko pod właściwym adresem.',
  },
  onePasskey: {
    en: 'You have one passkey: add another so that a lost phone does not lock you out.',
    pl: 'Masz jeden klucz dostępu: dodaj drugi, aby utrata telefonu nie odcięła Ci dostępu.',
  },
  noCodes: {
    en: 'You have no recovery codes left. Create new ones.',
    pl: 'Nie masz już kodów zapasowych. Utwórz nowe.',
  },
  fewCodes: {
    en: 'You have {count, plural, one {# recovery code} other {# recovery codes}} left. Create new ones.',
    pl: '{count, plural, one {Został # kod zapasowy} few {Zostały # kody zapasowe} other {Zostało # kodów zapasowych}}. Utwórz nowe.',
  },
  staleKeys: {
    en: '{count, plural, one {# API key has} other {# API keys have}} not been used for 90 days. Revoke what you no longer need.',
    pl: '{count, plural, one {# klucz API nie był używany} few {# klucze API nie były używane} other {# kluczy API nie było używanych}} od 90 dni. Unieważnij niepotrzebne.',
  },
  apiKeys: {
    en: '{count, plural, =0 {No active keys.} one {# active key acts for you.} other {# active keys act for you.}}',
    pl: '{count, plural, =0 {Brak aktywnych kluczy.} one {# aktywny klucz działa w Twoim imieniu.} few {# aktywne klucze działają w Twoim imieniu.} other {# aktywnych kluczy działa w Twoim imieniu.}}',
  },
  applicationTitle: { en: 'Applications with access', pl: 'Aplikacje z dostępem' },
  applications: {
    en: '{count, plural, =0 {No application has access.} one {# application has access to your account.} other {# applications have access to your account.}}',
    pl: '{count, plural, =0 {Żadna aplikacja nie ma dostępu.} one {# aplikacja ma dostęp do Twojego konta.} few {# aplikacje mają dostęp do Twojego konta.} other {# aplikacji ma dostęp do Twojego konta.}}',
  },
  manageApplications: { en: 'Manage applications', pl: 'Zarządzaj aplikacjami' },
  manageKeys: { en: 'Manage API keys', pl: 'Zarządzaj kluczami API' },
  codesLeft: {
    en: '{count, plural, one {# code is} other {# codes are}} left. Each lets you sign in once without your phone. New codes replace all earlier ones.',
    pl: '{count, plural, one {Został # kod} few {Zostały # kody} other {Zostało # kodów}}. Każdy pozwala zalogować się jeden raz bez telefonu. Nowe kody zastępują wszystkie wcześniejsze.',
  },
  renewCodes: { en: 'Create new codes', pl: 'Utwórz nowe kody' },
  requirement: { en: 'Required passkeys', pl: 'Wymagane klucze dostępu' },
  requirementText: {
    en: 'Users in these roles who have no passkey can sign in only to add one. An authenticator app is no longer enough for them; recovery codes still work.',
    pl: 'Użytkownicy w tych rolach, którzy nie mają klucza dostępu, mogą się zalogować tylko po to, aby go dodać. Aplikacja uwierzytelniająca już im nie wystarczy; kody zapasowe nadal działają.',
  },
  requiredOf: { en: 'Roles that need a passkey', pl: 'Role, które muszą mieć klucz dostępu' },
  owner: { en: 'Owner', pl: 'Właściciel' },
  requirementSaved: { en: 'Requirement saved.', pl: 'Zapisano wymaganie.' },
  setupTitle: { en: 'One more step', pl: 'Jeszcze jeden krok' },
  passkeyMissing: {
    en: 'This account requires a passkey. Add one to continue.',
    pl: 'To konto wymaga klucza dostępu. Dodaj go, aby kontynuować.',
  },
  factorMissing: {
    en: 'This account requires a second factor. Add a passkey, or set up an authenticator app below.',
    pl: 'To konto wymaga drugiego składnika. Dodaj klucz dostępu albo skonfiguruj aplikację uwierzytelniającą poniżej.',
  },
})
