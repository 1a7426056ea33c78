export const passkeys = {
  'passkeys.signIn': { en: 'Sign in with a passkey', pl: 'Zaloguj się kluczem dostępu' },
  'passkeys.use': { en: 'Use a passkey', pl: 'Użyj klucza dostępu' },
  'passkeys.cancelled': {
    en: 'The passkey was not used: you cancelled, or it took too long. Try again.',
    pl: 'Nie użyto klucza dostępu: anulowano albo minął czas. Spróbuj ponownie.',
  },
  'passkeys.alreadyThere': {
    en: 'This device already has a passkey for your account.',
    pl: 'To urządzenie ma już klucz dostępu do Twojego konta.',
  },
  'passkeys.wrongAddress': {
    en: 'Passkeys work only at the main address of this installation.',
    pl: 'Klucze dostępu działają tylko pod głównym adresem tej instalacji.',
  },
} as const
