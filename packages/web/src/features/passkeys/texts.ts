import { createTexts } from '../../app/i18n/own-texts.ts'

export const passkeyTexts = createTexts({
  title: { en: 'Passkeys', pl: 'Klucze dostępu' },
  text: {
    en: 'Sign in with your fingerprint, face, PIN or security key. A passkey replaces password and code, and cannot be phished.',
    pl: 'Loguj się odciskiem palca, twarzą, kodem PIN albo kluczem sprzętowym. Klucz dostępu (passkey) zastępuje hasło i kod i nie da się go wyłudzić.',
  },
  none: { en: 'No passkeys yet.', pl: 'Brak kluczy dostępu.' },
  unsupported: {
    en: 'This browser cannot use passkeys here. They need HTTPS and a current browser.',
    pl: 'Ta przeglądarka nie obsługuje tu kluczy dostępu. Potrzebne są HTTPS i aktualna przeglądarka.',
  },
  add: { en: 'Add passkey', pl: 'Dodaj klucz dostępu' },
  addText: {
    en: 'Give it a name that tells you where it is kept. Your browser then asks for your fingerprint, PIN or security key.',
    pl: 'Nazwij go tak, aby było wiadomo, gdzie jest przechowywany. Potem przeglądarka poprosi o odcisk palca, kod PIN albo klucz sprzętowy.',
  },
  added: { en: 'Passkey added.', pl: 'Dodano klucz dostępu.' },
  codesText: {
    en: 'Passkey added. From now on, your password alone is no longer enough to sign in.',
    pl: 'Dodano klucz dostępu. Od teraz samo hasło nie wystarczy do zalogowania.',
  },
  name: { en: 'Name', pl: 'Nazwa' },
  nameHint: { en: 'For example: work laptop, phone.', pl: 'Na przykład: laptop służbowy, telefon.' },
  synced: { en: 'Synced', pl: 'Synchronizowany' },
  onDevice: { en: 'On one device only', pl: 'Tylko na jednym urządzeniu' },
  since: { en: 'added {day}', pl: 'dodany {day}' },
  used: { en: 'last used {ago}', pl: 'ostatnio użyty {ago}' },
  unused: { en: 'never used', pl: 'nieużywany' },
  cloned: { en: 'May have been copied ({day})', pl: 'Mógł zostać skopiowany ({day})' },
  rename: { en: 'Rename', pl: 'Zmień nazwę' },
  renameNamed: { en: 'Rename {name}', pl: 'Zmień nazwę: {name}' },
  revoke: { en: 'Revoke', pl: 'Usuń' },
  revokeNamed: { en: 'Revoke {name}', pl: 'Usuń {name}' },
  revokeAsk: { en: 'Revoke “{name}”?', pl: 'Usunąć „{name}”?' },
  revokeMeans: {
    en: 'It can no longer be used to sign in, and all other sessions end. Remove it from the device or password manager too.',
    pl: 'Nikt już się nim nie zaloguje, a pozostałe sesje zostaną zakończone. Usuń go także z urządzenia lub menedżera haseł.',
  },
  revoked: { en: 'Passkey revoked.', pl: 'Usunięto klucz dostępu.' },
})
