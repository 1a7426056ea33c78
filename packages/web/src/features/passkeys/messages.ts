export const passkeys = {
  'passkeys.title': { en: 'Passkeys', pl: 'Klucze dostępu' },
  'passkeys.text': {
    en: 'Sign in with your fingerprint, face, PIN or security key. A passkey replaces password and code, and cannot be phished.',
    pl: 'Loguj się odciskiem palca, twarzą, kodem PIN albo kluczem sprzętowym. Klucz dostępu (passkey) zastępuje hasło i kod i nie da się go wyłudzić.',
  },
  'passkeys.none': { en: 'No passkeys yet.', pl: 'Brak kluczy dostępu.' },
  'passkeys.unsupported': {
    en: 'This browser cannot use passkeys here. They need HTTPS and a current browser.',
    pl: 'Ta przeglądarka nie obsługuje tu kluczy dostępu. Potrzebne są HTTPS i aktualna przeglądarka.',
  },
  'passkeys.add': { en: 'Add passkey', pl: 'Dodaj klucz dostępu' },
  'passkeys.addText': {
    en: 'Give it a name that tells you where it is kept. Your browser then asks for your fingerprint, PIN or security key.',
    pl: 'Nazwij go tak, aby było wiadomo, gdzie jest przechowywany. Potem przeglądarka poprosi o odcisk palca, kod PIN albo klucz sprzętowy.',
  },
  'passkeys.added': { en: 'Passkey added.', pl: 'Dodano klucz dostępu.' },
  'passkeys.codesText': {
    en: 'Passkey added. From now on, your password alone is no longer enough to sign in.',
    pl: 'Dodano klucz dostępu. Od teraz samo hasło nie wystarczy do zalogowania.',
  },
  'passkeys.name': { en: 'Name', pl: 'Nazwa' },
  'passkeys.nameHint': { en: 'For example: work laptop, phone.', pl: 'Na przykład: laptop służbowy, telefon.' },
  'passkeys.synced': { en: 'Synced', pl: 'Synchronizowany' },
  'passkeys.onDevice': { en: 'On one device only', pl: 'Tylko na jednym urządzeniu' },
  'passkeys.since': { en: 'added {day}', pl: 'dodany {day}' },
  'passkeys.used': { en: 'last used {ago}', pl: 'ostatnio użyty {ago}' },
  'passkeys.unused': { en: 'never used', pl: 'nieużywany' },
  'passkeys.cloned': { en: 'May have been copied ({day})', pl: 'Mógł zostać skopiowany ({day})' },
  'passkeys.rename': { en: 'Rename', pl: 'Zmień nazwę' },
  'passkeys.renameNamed': { en: 'Rename {name}', pl: 'Zmień nazwę: {name}' },
  'passkeys.revoke': { en: 'Revoke', pl: 'Usuń' },
  'passkeys.revokeNamed': { en: 'Revoke {name}', pl: 'Usuń {name}' },
  'passkeys.revokeAsk': { en: 'Revoke “{name}”?', pl: 'Usunąć „{name}”?' },
  'passkeys.revokeMeans': {
    en: 'Nobody can sign in with it any more, and all other sessions end. Remove it from the device or password manager too.',
    pl: 'Nikt już się nim nie zaloguje, a pozostałe sesje zostaną zakończone. Usuń go także z urządzenia lub menedżera haseł.',
  },
  'passkeys.revoked': { en: 'Passkey revoked.', pl: 'Usunięto klucz dostępu.' },
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
