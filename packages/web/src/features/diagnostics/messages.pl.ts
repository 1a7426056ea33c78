import type { diagnostics as english } from './messages.en.ts'

export const diagnostics: Readonly<Record<keyof typeof english, string>> = {
  'diagnostics.text': 'Uruchom to samo zapytanie z kilku sensorów i porównaj wyniki.',
  'diagnostics.kind': 'Narzędzie',
  'diagnostics.kind.dns': 'Zapytanie DNS (dig)',
  'diagnostics.kind.traceroute': 'Traceroute',
  'diagnostics.address': 'Nazwa hosta lub adres IP',
  'diagnostics.addressHint': 'Bez ścieżki, np. www.example.com',
  'diagnostics.server': 'Serwer DNS',
  'diagnostics.record': 'Typ rekordu',
  'diagnostics.sensors': 'Sensory',
  'diagnostics.chooseSensors': 'Szukaj po nazwie',
  'diagnostics.missing.address': 'Podaj adres albo nazwę hosta.',
  'diagnostics.missing.server': 'Podaj adres serwera DNS.',
  'diagnostics.missing.sensors': 'Wybierz przynajmniej jeden sensor.',
  'diagnostics.nothing': 'Nie ma takiego sensora.',
  'diagnostics.remove': 'Usuń z listy: {name}',
  'diagnostics.ask':
    '{count, plural, =0 {Uruchom} one {Uruchom z # sensora} few {Uruchom z # sensorów} many {Uruchom z # sensorów} other {Uruchom z # sensora}}',
  'diagnostics.readOnly': 'Konto tylko do odczytu nie może uruchamiać diagnostyki.',
  'diagnostics.answers': 'Wyniki',
  'diagnostics.emptyTitle': 'Brak wyników',
  'diagnostics.empty':
    'Sprawdź, czy nazwa jest wszędzie rozwiązywana i gdzie kończy się trasa. Możesz uruchomić do 60 zapytań na godzinę; wyniki są przechowywane przez dobę.',
  'diagnostics.state.pending': 'Oczekiwanie na sensor…',
  'diagnostics.state.in_progress': 'W toku…',
  'diagnostics.state.completed': 'Zakończone',
  'diagnostics.state.refused': 'Odrzucone',
  'diagnostics.late': 'Sensor może być offline. Ponawianie…',
  'diagnostics.noHops': 'Żaden węzeł nie odpowiedział.',
  'diagnostics.copy': 'Kopiuj',
  'diagnostics.copied': 'Skopiowano',
}
