import type { errorTypes as english } from './messages.en.ts'

export const errorTypes: Readonly<Record<keyof typeof english, string>> = {
  'errors.title': 'Słownik błędów',
  'errors.text':
    'Wszystko, czym może się skończyć sprawdzenie, skąd się to zwykle bierze i co obejrzeć w następnej kolejności.',
  'errors.search': 'Szukaj po kodzie lub słowach',
  'errors.category': 'Kategoria',
  'errors.anyCategory': 'Wszystkie kategorie',
  'errors.code': 'Kod',
  'errors.name': 'Błąd',
  'errors.empty': 'Żaden błąd nie ma wszystkich tych słów. Spróbuj kodu, który pokazuje sprawdzenie, albo mniej słów.',
  'errors.description': 'Co to znaczy',
  'errors.diagnosis': 'Co sprawdzić',
  'errors.extra': 'Więcej',
}
