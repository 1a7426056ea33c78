import type { people as english } from './messages.en.ts'

export const people: Readonly<Record<keyof typeof english, string>> = {
  'people.text': 'Kontakty, ich adresy i powiadomienia, które dostają.',
  'people.contacts': 'Kontakty',
  'people.groups': 'Grupy kontaktów',
  'people.matrix': 'Kto jest powiadamiany',
  'people.templates': 'Szablony',
  'people.legacy': 'Powiadomienia starszego typu',
  'contact.rules': 'Reguły alertów',
  'contact.noRules': 'Żaden krok eskalacji nie powiadamia tego kontaktu.',
  'contact.templates': 'Szablony',
  'contact.templatesUsual': 'Teksty domyślne we wszystkich kanałach.',
  'contact.templatesOwn': 'Utwórz szablon',
  'contact.templatesDefault': 'Tekst domyślny',
  'contact.templatesSaved': 'Zapisano szablon dla tego kontaktu.',
  'matrix.unverified': '{channels}: niezweryfikowany',
  'matrix.noAddress': 'Brak adresu w kanałach tego kroku',
  'matrix.not': 'bez powiadomień',
  'matrix.rules': 'Reguły alertów',
  'matrix.searchRule': 'Szukaj reguł alertów',
  'matrix.nothing': 'Żaden kontakt ani reguła alertu nie pasuje do wyszukiwania.',
}
