import { createTexts } from '../../app/i18n/own-texts.ts'

/** The texts of these pages, which are not loaded with the first screen. */
export const userTexts = createTexts({
  'users.text': {
    en: 'Users act for this account. Each has a role and signs in with their own password.',
    pl: 'Użytkownicy działają w imieniu konta. Każdy ma rolę i loguje się własnym hasłem.',
  },
  'users.invite': { en: 'Invite', pl: 'Zaproś' },
  'users.inviteTitle': { en: 'Invite a colleague', pl: 'Zaproś współpracownika' },
  'users.inviteText': {
    en: 'They receive an e-mail with a link and set their own password. Their username is their e-mail address.',
    pl: 'Dostanie e-mail z linkiem i ustawi własne hasło. Nazwą użytkownika będzie adres e\u2011mail.',
  },
  'users.invited': { en: 'Invitation sent to {address}.', pl: 'Wysłano zaproszenie na {address}.' },
  'users.resent': { en: 'Invitation sent to {name} again.', pl: 'Ponownie wysłano zaproszenie: {name}.' },
  'users.nameHint': { en: 'Optional. They can change it.', pl: 'Opcjonalnie. Użytkownik może to zmienić.' },
  'users.role': { en: 'Role', pl: 'Rola' },
  'users.roleMeans.manager': {
    en: 'Changes services, alerting and reports, manages users and single sign-on. Cannot close or export the account.',
    pl: 'Zmienia usługi, alerty i raporty, zarządza użytkownikami i logowaniem SSO. Nie może zamknąć ani wyeksportować konta.',
  },
  'users.roleMeans.editor': {
    en: 'Changes services, alerting and reports. Cannot manage users.',
    pl: 'Zmienia usługi, alerty i raporty. Nie zarządza użytkownikami.',
  },
  'users.roleMeans.operator': {
    en: 'Sees services, incidents, history, contacts and alert rules; acknowledges incidents, plans maintenance and runs diagnostics. Cannot change the configuration.',
    pl: 'Widzi usługi, incydenty, historię, kontakty i reguły alertów; potwierdza incydenty, planuje prace serwisowe i uruchamia diagnostykę. Nie zmienia konfiguracji.',
  },
  'users.roleMeans.viewer': {
    en: 'Sees services, incidents, history, contacts and alert rules. Cannot change anything.',
    pl: 'Widzi usługi, incydenty, historię, kontakty i reguły alertów. Niczego nie zmienia.',
  },
  'users.roleMeans.billing': {
    en: 'Sees the account, its package and usage. Cannot see services.',
    pl: 'Widzi konto, jego pakiet i wykorzystanie. Nie widzi usług.',
  },
  'users.groups': { en: 'Service groups', pl: 'Grupy usług' },
  'users.groupsHint': {
    en: 'With groups selected, they see only these groups, their services and their incidents.',
    pl: 'Po wybraniu grup widzi tylko je, ich usługi i incydenty.',
  },
  'users.groupsAll': { en: 'All groups', pl: 'Wszystkie grupy' },
  'users.groupsNothing': { en: 'No matching group', pl: 'Brak pasujących grup' },
  'users.groupRemove': { en: 'Remove {name}', pl: 'Usuń {name}' },
  'users.changeRole': { en: 'Role of {name}', pl: 'Rola: {name}' },
  'users.saveRole': { en: 'Save', pl: 'Zapisz' },
  'users.do.role': { en: 'Change role', pl: 'Zmień rolę' },
  'users.do.resend': { en: 'Send invitation again', pl: 'Wyślij zaproszenie ponownie' },
  'users.name': { en: 'Full name', pl: 'Imię i nazwisko' },
  'users.changed': { en: '{name} updated.', pl: 'Zmieniono: {name}.' },
  'users.removed': { en: '{name} deleted.', pl: 'Usunięto: {name}.' },
  'users.ask': { en: 'Delete the user {name}?', pl: 'Usunąć użytkownika {name}?' },
  'users.means': {
    en: 'They can no longer sign in. Records that they created are kept.',
    pl: 'Użytkownik nie będzie mógł się zalogować. Utworzone przez niego rekordy pozostaną.',
  },
  'users.emptyTitle': { en: 'No other users', pl: 'Brak innych użytkowników' },
  'users.empty': {
    en: "Don't share passwords: invite each colleague. The audit log then shows who did what.",
    pl: 'Nie udostępniaj hasła: dodaj osobnego użytkownika dla każdej osoby. Dziennik zmian pokaże, kto co zrobił.',
  },
  'users.do.block': { en: 'Block', pl: 'Zablokuj' },
  'users.do.unblock': { en: 'Unblock', pl: 'Odblokuj' },
})
