import type { dashboard as english } from './messages.en.ts'

export const dashboard: Readonly<Record<keyof typeof english, string>> = {
  'dashboard.list': 'Usługi według pilności',
  'dashboard.customers': 'Klienci',
  'dashboard.emptyTitle': 'Brak usług',
  'dashboard.empty':
    'Dodaj adres, np. strony lub serwera poczty. Sensory będą go regularnie sprawdzać, a pierwszy wynik pojawi się w ciągu minuty.',
  'counters.label': 'Filtruj według stanu',
  'counters.failure': '{count, plural, one {Awaria} few {Awarie} other {Awarii}}',
  'counters.unknown': 'Stan nieznany',
  'counters.slow': '{count, plural, few {Działają wolno} other {Działa wolno}}',
  'counters.ok': '{count, plural, few {Działają} other {Działa}}',
  'counters.paused': '{count, plural, one {Wstrzymana} few {Wstrzymane} other {Wstrzymanych}}',
  'stats.own': '{count, plural, one {# usługa} few {# usługi} other {# usług}}',
  'stats.shared':
    '{count, plural, one {# udostępniona Tobie} few {# udostępnione Tobie} other {# udostępnionych Tobie}}',
  'stats.archived': '{count, plural, one {# zarchiwizowana} few {# zarchiwizowane} other {# zarchiwizowanych}}',
  'spark.label': 'Czasy odpowiedzi z ostatnich 24 godzin',
  'wall.open': 'Tryb TV',
  'wall.title': 'Tryb TV',
  'wall.loud': 'Usługi, które wymagają uwagi',
  'wall.sections': 'Wszystkie usługi',
  'wall.allWell': 'Brak awarii i nieznanych stanów.',
  'wall.more': '{count, plural, one {i jeszcze #} other {i jeszcze #}}',
  'wall.updated': 'Stan z {time}',
  'wall.light': 'Jasny motyw',
  'wall.dark': 'Ciemny motyw',
  'wall.fullScreen': 'Pełny ekran',
  'wall.leave': 'Wyjdź',
}
