import type { Language, Localized, UnknownReason } from '@wachta/domain'

/** The texts that explain why the result of a check is unknown. */
const texts: Readonly<Record<UnknownReason, Localized>> = {
  no_answer: { pl: 'Sensor nie przysłał wyniku.', en: 'The sensor sent no result.' },
  self_check: {
    pl: 'Sensor nie miał łączności, więc wynik jest nieznany.',
    en: 'The sensor had no network, so the result is unknown.',
  },
  clock: { pl: 'Zegar sensora był rozregulowany.', en: 'The clock of the sensor was off.' },
  overloaded: { pl: 'Sensor był przeciążony.', en: 'The sensor was overloaded.' },
  quarantined: {
    pl: 'Sensor jest w kwarantannie: jego wyniki odbiegały od wyników innych sensorów.',
    en: 'The sensor is in quarantine: its results differed from those of other sensors.',
  },
  internal: { pl: 'Błąd wewnętrzny sensora.', en: 'Internal error in the sensor.' },
  unsupported: { pl: 'Sensor nie obsługuje takich sprawdzeń.', en: 'The sensor cannot run such a check.' },
}

export const getUnknownText = (reason: UnknownReason | null, language: string): string =>
  texts[reason ?? 'internal'][language as Language]
