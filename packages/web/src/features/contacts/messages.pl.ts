import type { contacts as english } from './messages.en.ts'

export const contacts: Readonly<Record<keyof typeof english, string>> = {
  'people.contact': 'Kontakt',
  'people.search': 'Szukaj kontaktów',
  'people.nothing': 'Żaden kontakt nie pasuje do wyszukiwania.',
  'people.actions': 'Działania',
  'people.edit': 'Edytuj',
  'contact.add': 'Dodaj kontakt',
  'contact.new': 'Nowy kontakt',
  'contact.emptyTitle': 'Brak kontaktów',
  'contact.empty':
    'Kontakt to osoba, telefon dyżurny albo kanał zespołu, który dostaje powiadomienia. Utwórz kontakt i dodaj go do kroku eskalacji.',
  'contact.language': 'Język',
  'contact.notifiedIn': 'Język powiadomień: {language}',
  'contact.noAddress': 'Brak adresu',
  'contact.deleteAsk': 'Usunąć kontakt {name}?',
  'contact.deleteMeans':
    'Usunięte zostaną też jego adresy i godziny ciszy, a kontakt zniknie z grup i kroków eskalacji. Wysłane powiadomienia pozostaną w dzienniku.',
  'contact.deleted': 'Usunięto kontakt.',
  'contactGroup.count': '{count, plural, =0 {brak kontaktów} one {# kontakt} few {# kontakty} other {# kontaktów}}',
  'contactGroup.emptyTitle': 'Brak grup kontaktów',
  'address.channel': 'Kanał',
  'address.unverified': 'Niezweryfikowany: powiadomienia nie są wysyłane',
}
