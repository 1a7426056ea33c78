import type { diagnostics as english } from './messages.en.ts'

export const diagnostics: Readonly<Record<keyof typeof english, string>> = {
  'diagnostics.text': 'Zadaj sensorom w kilku miejscach to samo pytanie i porównaj odpowiedzi.',
  'diagnostics.kind': 'O co zapytać',
  'diagnostics.kind.dns': 'DNS (dig)',
  'diagnostics.kind.traceroute': 'Trasa (traceroute)',
  'diagnostics.address': 'Nazwa lub adres',
  'diagnostics.addressHint': 'Bez ścieżki: www.example.com',
  'diagnostics.server': 'Serwer DNS',
  'diagnostics.record': 'Rekord',
  'diagnostics.sensors': 'Skąd',
  'diagnostics.chooseSensors': 'Wpisz część nazwy',
  'diagnostics.noSensor': 'Wybierz przynajmniej jeden sensor.',
  'diagnostics.nothing': 'Nie ma takiego sensora.',
  'diagnostics.remove': 'Usuń z wyboru: {name}',
  'diagnostics.ask':
    '{count, plural, =0 {Zapytaj} one {Zapytaj # sensor} few {Zapytaj # sensory} many {Zapytaj # sensorów} other {Zapytaj # sensora}}',
  'diagnostics.readOnly': 'Konto tylko do odczytu nie może pytać.',
  'diagnostics.answers': 'Odpowiedzi',
  'diagnostics.emptyTitle': 'Jeszcze o nic nie zapytano',
  'diagnostics.empty':
    'Nazwa, którą widać w Warszawie, a w Dublinie nie; trasa, która urywa się w połowie: tu oba przypadki widać obok siebie. Do 60 pytań na godzinę; odpowiedzi trzymamy przez dobę.',
  'diagnostics.state.pending': 'Czeka na sensor…',
  'diagnostics.state.in_progress': 'W toku…',
  'diagnostics.state.completed': 'Jest odpowiedź',
  'diagnostics.state.refused': 'Nie zapytano',
  'diagnostics.late': 'Jeszcze bez odpowiedzi. Sensor może milczeć; pytamy dalej.',
  'diagnostics.noHops': 'Żaden węzeł nie odpowiedział.',
  'diagnostics.copy': 'Kopiuj',
  'diagnostics.copied': 'Skopiowano',
}
