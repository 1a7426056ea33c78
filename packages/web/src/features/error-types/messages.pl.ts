import type { errorTypes as english } from './messages.en.ts'

export const errorTypes: Readonly<Record<keyof typeof english, string>> = {
  'errors.title': 'Katalog błędów',
  'errors.text': 'Wszystkie błędy, które może zgłosić sprawdzenie, z typowymi przyczynami i wskazówkami, co zrobić.',
  'errors.search': 'Szukaj po kodzie lub tekście',
  'errors.category': 'Kategoria',
  'errors.anyCategory': 'Wszystkie kategorie',
  'errors.code': 'Kod',
  'errors.name': 'Błąd',
  'errors.empty': 'Żaden błąd nie pasuje. Wpisz kod widoczny przy sprawdzeniu albo mniej słów.',
  'errors.gone': 'Nie ma błędu o tym kodzie.',
  'errors.description': 'Opis',
  'errors.diagnosis': 'Prawdopodobna przyczyna',
  'errors.likelyCause': 'Prawdopodobna przyczyna: {cause}',
  'errors.extra': 'Co zrobić',
}
