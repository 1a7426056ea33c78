import { createTexts } from '../../app/i18n/own-texts.ts'

/** The texts of subscribers. */
export const subscriberScreenTexts = createTexts({
  open: {
    en: 'Visitors can subscribe on the page, by e-mail or push message.',
    pl: 'Odwiedzający mogą zapisać się na stronie: na e-maile lub powiadomienia push.',
  },
  'closed.unpublished': {
    en: 'Visitors can subscribe once the page is published.',
    pl: 'Odwiedzający będą mogli się zapisać, gdy strona zostanie opublikowana.',
  },
  'closed.off': {
    en: 'Subscribing is switched off in the settings of the page.',
    pl: 'Zapisy są wyłączone w ustawieniach strony.',
  },
  'closed.protected': {
    en: 'Visitors cannot subscribe to a protected page. You can add webhooks and chats.',
    pl: 'Odwiedzający nie mogą zapisać się na powiadomienia z chronionej strony. Możesz dodać webhooki i komunikatory.',
  },
  list: { en: 'Subscribers', pl: 'Subskrybenci' },
  counters: { en: 'Subscribers by state', pl: 'Subskrybenci według stanu' },
  'state.confirmed': { en: 'Active', pl: 'Aktywny' },
  'state.pending': { en: 'Not confirmed', pl: 'Niepotwierdzony' },
  'state.bounced': { en: 'Bounced', pl: 'Adres nie działa' },
  'state.unsubscribed': { en: 'Unsubscribed', pl: 'Wypisany' },
  'states.confirmed': {
    en: '{count, plural, other {Active}}',
    pl: '{count, plural, one {Aktywny} few {Aktywni} other {Aktywnych}}',
  },
  'states.pending': {
    en: '{count, plural, other {Not confirmed}}',
    pl: '{count, plural, one {Niepotwierdzony} few {Niepotwierdzeni} other {Niepotwierdzonych}}',
  },
  'states.bounced': {
    en: '{count, plural, other {Bounced}}',
    pl: '{count, plural, one {Adres nie działa} few {Adresy nie działają} other {Adresów nie działa}}',
  },
  'states.unsubscribed': {
    en: '{count, plural, other {Unsubscribed}}',
    pl: '{count, plural, one {Wypisany} few {Wypisani} other {Wypisanych}}',
  },
  'meaning.confirmed': { en: 'Since {time}', pl: 'Od {time}' },
  'meaning.pending': {
    en: 'Confirmation requested {time}; deleted after 48 hours',
    pl: 'Prośbę o potwierdzenie wysłano {time}; usunięcie po 48 godzinach',
  },
  'meaning.bounced': { en: 'Stopped {time}; deleted after 30 days', pl: 'Wstrzymano {time}; usunięcie po 30 dniach' },
  'meaning.unsubscribed': {
    en: 'Unsubscribed {time}; deleted after 30 days',
    pl: 'Wypisano {time}; usunięcie po 30 dniach',
  },
  search: { en: 'Search addresses', pl: 'Szukaj adresów' },
  channel: { en: 'Channel', pl: 'Kanał' },
  anyChannel: { en: 'All channels', pl: 'Wszystkie kanały' },
  'channel.email': { en: 'E-mail', pl: 'E-mail' },
  'channel.webhook': { en: 'Webhook', pl: 'Webhook' },
  'channel.slack': { en: 'Slack', pl: 'Slack' },
  'channel.ms_teams': { en: 'Microsoft Teams', pl: 'Microsoft Teams' },
  'channel.web_push': { en: 'Browser', pl: 'Przeglądarka' },
  'addressHint.webhook': {
    en: 'The URL gets a POST request with JSON for each post and update, signed with the keys of your account.',
    pl: 'Na ten URL trafia żądanie POST z JSON-em o każdym wpisie i aktualizacji, podpisane kluczami konta.',
  },
  'addressHint.slack': {
    en: 'The URL of an incoming webhook in Slack.',
    pl: 'URL przychodzącego webhooka (Incoming Webhook) w Slacku.',
  },
  'addressHint.ms_teams': {
    en: 'The URL of an incoming webhook in Microsoft Teams.',
    pl: 'URL przychodzącego webhooka w Microsoft Teams.',
  },
  address: { en: 'Address', pl: 'Adres' },
  language: { en: 'Language', pl: 'Język' },
  state: { en: 'State', pl: 'Stan' },
  components: { en: 'Components', pl: 'Komponenty' },
  componentsHint: {
    en: 'If none is selected, all posts are sent. Posts without components are always sent.',
    pl: 'Jeśli nie wybierzesz żadnego, wysyłane są wszystkie wpisy. Wpisy bez komponentów są wysyłane zawsze.',
  },
  allComponents: { en: 'All', pl: 'Wszystkie' },
  created: { en: 'Subscribed', pl: 'Zapisano' },
  reason: { en: 'Reason', pl: 'Przyczyna' },
  add: { en: 'Add subscriber', pl: 'Dodaj subskrybenta' },
  addText: {
    en: "You can't add e-mail addresses here: visitors subscribe on the page and confirm their address.",
    pl: 'Adresów e-mail nie dodaje się tutaj: ich właściciele zapisują się na stronie i potwierdzają adres.',
  },
  added: { en: 'Subscriber added.', pl: 'Dodano subskrybenta.' },
  export: { en: 'Export CSV', pl: 'Eksportuj CSV' },
  remove: { en: 'Delete {address}', pl: 'Usuń: {address}' },
  removeAsk: { en: 'Delete “{address}”?', pl: 'Usunąć „{address}”?' },
  removeMeans: {
    en: 'Messages are no longer sent to this address, and it is erased. This cannot be undone.',
    pl: 'Na ten adres nie będą już wysyłane wiadomości, a sam adres zostanie trwale usunięty. Tego nie można cofnąć.',
  },
  removed: { en: 'Subscriber deleted.', pl: 'Usunięto subskrybenta.' },
  emptyTitle: { en: 'No subscribers yet', pl: 'Brak subskrybentów' },
  emptyText: {
    en: 'Subscribers get a message when you publish a post, and one for each update.',
    pl: 'Subskrybenci dostają wiadomość, gdy opublikujesz wpis, oraz o każdej jego aktualizacji.',
  },
  nothingFound: { en: 'No subscribers match.', pl: 'Brak pasujących subskrybentów.' },
})
