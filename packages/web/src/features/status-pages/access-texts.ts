import { createTexts } from '../../app/i18n/own-texts.ts'

/** The texts of the access settings of a page, which are loaded with its editor. */
export const accessTexts = createTexts({
  access: { en: 'Visibility', pl: 'Widoczność' },
  visibility: { en: 'Who can open the page', pl: 'Dostęp do strony' },
  'visibilityHint.public': {
    en: 'Everyone; search engines can list it.',
    pl: 'Każdy; wyszukiwarki mogą ją pokazywać.',
  },
  'visibilityHint.unlisted': {
    en: 'Everyone who knows the address; search engines are asked not to list it.',
    pl: 'Każdy, kto zna adres; wyszukiwarki są proszone, by jej nie pokazywać.',
  },
  'visibilityHint.addresses': {
    en: 'Only visitors from these addresses and networks.',
    pl: 'Tylko odwiedzający z tych adresów i sieci.',
  },
  'visibilityHint.password': { en: 'Everyone who enters the password.', pl: 'Każdy, kto poda hasło.' },
  'visibilityHint.link': {
    en: 'Visitors can pass the link on.',
    pl: 'Odwiedzający mogą przekazać link dalej.',
  },
  'visibilityHint.users': {
    en: 'Users of your account, after they have signed in.',
    pl: 'Użytkownicy Twojego konta, po zalogowaniu.',
  },
  allowedAddresses: { en: 'Addresses and networks', pl: 'Adresy i sieci' },
  allowedAddressesHint: {
    en: 'One per line, such as 192.0.2.0/24 or 2001:db8::/32.',
    pl: 'Po jednym w wierszu, np. 192.0.2.0/24 lub 2001:db8::/32.',
  },
  password: { en: 'Page password', pl: 'Hasło do strony' },
  passwordKept: {
    en: 'Leave empty to keep the current password. If you change it, all visitors have to enter the new one.',
    pl: 'Zostaw puste, aby zachować obecne hasło. Po zmianie wszyscy odwiedzający muszą podać nowe.',
  },
  passwordNotShown: { en: 'It cannot be shown after saving.', pl: 'Po zapisaniu nie można go wyświetlić.' },
  showPassword: { en: 'Show password', pl: 'Pokaż hasło' },
  hidePassword: { en: 'Hide password', pl: 'Ukryj hasło' },
  'half.page': {
    en: 'The page was created, but it is not published yet.',
    pl: 'Utworzono stronę, ale nie jest jeszcze opublikowana.',
  },
  'half.password': {
    en: 'The new password is saved, but the other changes are not.',
    pl: 'Zapisano nowe hasło, ale nie pozostałe zmiany.',
  },
  saveAgain: {
    en: 'Correct the marked fields and save again.',
    pl: 'Popraw zaznaczone pola i zapisz ponownie.',
  },
  link: { en: 'Link', pl: 'Link' },
  linkAfterSaving: {
    en: 'You can create the link here after saving the page.',
    pl: 'Link utworzysz tutaj po zapisaniu strony.',
  },
  noLink: {
    en: 'There is no link yet, so no one can open the page.',
    pl: 'Nie ma jeszcze linku, więc nikt nie może otworzyć strony.',
  },
  createLink: { en: 'Create link', pl: 'Utwórz link' },
  copyLink: { en: 'Copy link', pl: 'Kopiuj link' },
  linkCreated: { en: 'Link created.', pl: 'Utworzono link.' },
  replaceLink: { en: 'Replace link…', pl: 'Zastąp link…' },
  replaceAsk: { en: 'Replace the link?', pl: 'Zastąpić link?' },
  replaceMeans: {
    en: 'The current link stops working, also for visitors who have already opened it. Send them the new one.',
    pl: 'Obecny link przestanie działać, także u osób, które już go otworzyły. Wyślij im nowy.',
  },
  replace: { en: 'Replace link', pl: 'Zastąp link' },
  linkReplaced: { en: 'Link replaced.', pl: 'Zastąpiono link.' },
  deleteLink: { en: 'Delete link…', pl: 'Usuń link…' },
  deleteLinkAsk: { en: 'Delete the link?', pl: 'Usunąć link?' },
  deleteLinkMeans: {
    en: 'No one can open the page until you create a new link.',
    pl: 'Nikt nie otworzy strony, dopóki nie utworzysz nowego linku.',
  },
  linkDeleted: { en: 'Link deleted.', pl: 'Usunięto link.' },
  visitorAccounts: { en: 'Sub-accounts', pl: 'Konta podrzędne' },
  visitorAccountsHint: {
    en: 'Users of these sub-accounts can open the page too.',
    pl: 'Użytkownicy tych kont podrzędnych też mogą otworzyć stronę.',
  },
  noVisitorAccounts: { en: 'None', pl: 'Żadne' },
  removeVisitorAccount: { en: 'Remove {name}', pl: 'Usuń: {name}' },
  isPublished: { en: 'Published', pl: 'Opublikowana' },
  'isPublishedHint.on': { en: 'Visitors can open the page.', pl: 'Odwiedzający mogą otworzyć stronę.' },
  'isPublishedHint.off': { en: 'Visitors cannot open the page.', pl: 'Odwiedzający nie mogą otworzyć strony.' },
  allowsSubscribers: { en: 'Visitors can subscribe', pl: 'Odwiedzający mogą się zapisać' },
  allowsSubscribersHint: {
    en: 'By e-mail, and in browsers with push messages.',
    pl: 'E-mailem oraz w przeglądarkach z powiadomieniami push.',
  },
})
