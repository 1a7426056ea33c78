import type { people as english } from './messages.en.ts'

export const people: Readonly<Record<keyof typeof english, string>> = {
  'people.text': 'Kogo powiadamiamy, pod jakim adresem i jakimi słowami.',
  'people.contacts': 'Kontakty',
  'people.groups': 'Grupy kontaktów',
  'people.told': 'Kto dowie się o czym',
  'people.templates': 'Szablony',
  'people.older': 'Dawny sposób',
  'contact.toldOf': 'O czym się dowiaduje',
  'contact.toldNothing': 'Nie prowadzi tu żadna eskalacja: ten kontakt o niczym się nie dowie.',
  'contact.words': 'Treść wiadomości',
  'contact.wordsUsual': 'Zwykłe teksty we wszystkich kanałach.',
  'contact.wordsOwn': 'Napisz własne',
  'contact.wordsDefault': 'Zwykły tekst',
  'contact.wordsSaved': 'Wybór treści jest zapisany.',
  'told.unverified': '{channels}: niepotwierdzony',
  'told.noAddress': 'Brak adresu dla tego stopnia',
  'told.not': 'nie dowie się',
  'told.rules': 'Reguły',
  'told.searchRule': 'Szukaj reguł',
  'told.nothing': 'Żaden kontakt albo żadna reguła nie ma wszystkich tych słów w nazwie.',
}
