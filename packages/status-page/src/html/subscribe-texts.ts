import type { PageLanguage } from '../view.ts'

/** The texts of the box for subscribers. */
export interface SubscribeTexts {
  readonly byEmail: string
  readonly address: string
  readonly button: string
  readonly components: string
  readonly componentsHint: string
  readonly promise: string
  readonly whileStale: string
  readonly unreachable: string
  readonly push: string
  readonly pushStop: string
  readonly pushOn: string
  readonly pushFailed: string
  readonly pushBlocked: string
}

const english: SubscribeTexts = {
  byEmail: 'Get updates by e-mail',
  address: 'E-mail address',
  button: 'Subscribe',
  components: 'Only some components',
  componentsHint: 'All if none is selected.',
  promise: 'We send you a link to confirm. You can unsubscribe with one click.',
  whileStale: 'You cannot subscribe by e-mail at the moment. The feeds work.',
  unreachable: 'Subscribing by e-mail does not work at the moment. Nothing was sent. Try again later, or use a feed.',
  push: 'Notify me in this browser',
  pushStop: 'Stop notifications',
  pushOn: 'This browser shows notifications of this page.',
  pushFailed: 'Notifications could not be switched on. Try again later, or use a feed.',
  pushBlocked: 'Your browser blocks notifications of this site. Allow them in its settings and try again.',
}

const polish: SubscribeTexts = {
  byEmail: 'Powiadomienia e-mailem',
  address: 'Adres e-mail',
  button: 'Subskrybuj',
  components: 'Tylko wybrane komponenty',
  componentsHint: 'Jeśli nie wybierzesz żadnego: wszystkie.',
  promise: 'Wyślemy link do potwierdzenia. Zrezygnować można jednym kliknięciem.',
  whileStale: 'Subskrypcja e-mailem jest chwilowo niemożliwa. Kanały RSS i Atom działają.',
  unreachable:
    'Subskrypcja e-mailem chwilowo nie działa. Nic nie zostało wysłane. Spróbuj ponownie później albo użyj kanału RSS lub Atom.',
  push: 'Powiadamiaj mnie w tej przeglądarce',
  pushStop: 'Wyłącz powiadomienia',
  pushOn: 'Ta przeglądarka pokazuje powiadomienia z tej strony.',
  pushFailed: 'Nie udało się włączyć powiadomień. Spróbuj ponownie później albo użyj kanału RSS lub Atom.',
  pushBlocked: 'Przeglądarka blokuje powiadomienia z tej witryny. Zezwól na nie w ustawieniach i spróbuj ponownie.',
}

export const subscribeTexts: Readonly<Record<PageLanguage, SubscribeTexts>> = { en: english, pl: polish }
