import type { dashboard as english } from './messages.en.ts'

export const dashboard: Readonly<Record<keyof typeof english, string>> = {
  'dashboard.list': 'Usługi według pilności',
  'dashboard.emptyTitle': 'Nic jeszcze nie jest obserwowane',
  'dashboard.empty':
    'Usługa to adres, na który sensory regularnie zaglądają: strona, serwer poczty, certyfikat. Wklej pierwszy, a w ciągu minuty będzie tu pierwszy wynik.',
  'counters.label': 'Pokaż tylko usługi w stanie',
  'stats.own': '{count, plural, one {# własna usługa} few {# własne usługi} other {# własnych usług}}',
  'stats.shared':
    '{count, plural, one {# udostępniona Tobie} few {# udostępnione Tobie} other {# udostępnionych Tobie}}',
  'stats.archived': '{count, plural, one {# w archiwum} other {# w archiwum}}',
  'spark.label': 'Czasy odpowiedzi z ostatniej doby',
  'wall.open': 'Widok na ścianę',
  'wall.title': 'Widok na ścianę',
  'wall.loud': 'Usługi, które wymagają uwagi',
  'wall.quiet': 'Pozostałe usługi',
  'wall.allWell': 'Wszystko działa.',
  'wall.more': '{count, plural, one {i # więcej} other {i # więcej}}',
  'wall.updated': 'Stan z {time}',
  'wall.fullScreen': 'Pełny ekran',
  'wall.leave': 'Wyjdź',
}
