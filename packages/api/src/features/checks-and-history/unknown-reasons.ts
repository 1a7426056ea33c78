import type { Language, Localized, UnknownReason } from '@wachta/domain'

/** The texts that explain why the result of a check is unknown. */
const texts: Readonly<Record<UnknownReason, Localized>> = {
  no_answer: { pl: 'Stacja nie przysłała wyniku.', en: 'The sensor sent no result.' },
  self_check: {
    pl: 'Stacja nie miała dostępu do sieci, więc nie może nic powiedzieć o usłudze.',
    en: 'The sensor had no working network of its own, so it cannot speak of the service.',
  },
  clock: { pl: 'Zegar stacji był niedokładny.', en: 'The clock of the sensor was off.' },
  overloaded: { pl: 'Stacja była przeciążona.', en: 'The sensor was overloaded.' },
  quarantined: {
    pl: 'Stacja jest w kwarantannie: jej wyniki odbiegały od wyników innych stacji.',
    en: 'The sensor is in quarantine: its results strayed from those of others.',
  },
  internal: { pl: 'W stacji wystąpił błąd wewnętrzny.', en: 'The sensor met an internal error.' },
  unsupported: { pl: 'Stacja nie obsługuje takich sprawdzeń.', en: 'The sensor cannot run such a check.' },
}

export const unknownText = (reason: UnknownReason | null, language: string): string =>
  texts[reason ?? 'internal'][language as Language]
