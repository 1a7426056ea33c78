import type { whatIf as english } from './messages.en.ts'

export const whatIf: Readonly<Record<keyof typeof english, string>> = {
  'service.whatIf': 'Co gdyby',
  'whatIf.title': 'Co gdyby obowiązywały inne zasady?',
  'whatIf.hint':
    'Sprawdzenia z wybranego okresu są rozstrzygane od nowa, dokładnie tak jak naprawdę. Próba niczego nie zmienia.',
  'whatIf.tolerance': 'Odsetek sensorów z błędem, który oznacza awarię',
  'whatIf.toleranceHint': 'Teraz {present}. Przy 0 % awarią jest każdy błąd.',
  'whatIf.delay': 'Powiadom o awarii po',
  'whatIf.delayHint': 'O krótszej nikt się nie dowie.',
  'whatIf.atOnce': 'od razu',
  'whatIf.sensors': 'Sensory, które rozstrzygają',
  'whatIf.outcome': 'Co z tego wynika',
  'whatIf.sentence':
    '{failures, plural, =0 {Ani jednej awarii} one {# awaria} few {# awarie} other {# awarii}} zamiast {was}, powiadomienie o {told, plural, =0 {żadnej} other {#}}; dostępność {level} zamiast {levelWas}.',
  'whatIf.sentenceSame':
    'Tak jak było: {failures, plural, =0 {ani jednej awarii} one {# awaria} few {# awarie} other {# awarii}}, dostępność {level}. Zmień zasadę, aby porównać.',
  'whatIf.before': 'Jak było',
  'whatIf.after': 'Jak by było',
  'whatIf.level': 'Dostępność',
  'whatIf.failures': 'Awarie',
  'whatIf.told': 'Awarie z powiadomieniem',
  'whatIf.failureTime': 'Czas awarii',
  'whatIf.okAnalyses': 'Analizy: sprawna',
  'whatIf.failureAnalyses': 'Analizy: awaria',
  'whatIf.unknownAnalyses': 'Analizy: nierozstrzygnięte',
  'whatIf.barOk': '{count, plural, one {# analiza pomyślna} few {# analizy pomyślne} other {# analiz pomyślnych}}',
  'whatIf.barFailure': '{count, plural, one {# awaria} few {# awarie} other {# awarii}}',
  'whatIf.barUnknown':
    '{count, plural, one {# nierozstrzygnięta} few {# nierozstrzygnięte} other {# nierozstrzygniętych}}',
  'whatIf.differences': 'Awarie, które by się różniły',
  'whatIf.noDifference': 'Żadne: te same awarie i te same powiadomienia.',
  'whatIf.kind.gained': 'Doszłaby',
  'whatIf.kind.lost': 'Nie byłoby jej',
  'whatIf.kind.untold': 'Bez powiadomienia',
  'whatIf.lasts': '{time} i wciąż trwa',
  'whatIf.more': '{count, plural, one {i # starsza} few {i # starsze} other {i # starszych}}',
  'whatIf.takeOver': 'Ustaw tolerancję na {tolerance}',
  'whatIf.reset': 'Cofnij zmiany',
}
