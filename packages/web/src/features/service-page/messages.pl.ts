import type { servicePage as english } from './messages.en.ts'

export const servicePage: Readonly<Record<keyof typeof english, string>> = {
  'service.notifications': 'Powiadomienia',
  'notified.title': 'Kto dostaje powiadomienia',
  'notified.text': 'Reguły alertów, które obejmują tę usługę, i kolejność, w jakiej ich kroki powiadamiają.',
  'notified.emptyTitle': 'O tej usłudze nikt nie dostaje powiadomień',
  'notified.empty':
    'Dodaj krok i wskaż, kto ma dowiedzieć się pierwszy. Kolejne kroki powiadamiają innych, jeśli nikt nie potwierdzi.',
  'notified.notOwn': 'O tym, kto dostaje powiadomienia, decyduje właściciel usługi.',
  'notified.rule': 'Awaria: {name}',
  'notified.addTo': 'Dodaj krok do: {name}',
  'notified.quiet': 'Godziny ciszy: {times}',
  'notified.when.failure': 'o awarii',
  'notified.when.recovery': 'o powrocie do normy',
  'notified.legacyOff': 'Wyłączone: na te adresy nic nie jest wysyłane.',
  'notified.legacyEdit': 'Edytuj adresy',
}
