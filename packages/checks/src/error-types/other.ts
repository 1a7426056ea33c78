import type { ErrorTypeGroup } from './error-type.ts'

export const otherErrors: ErrorTypeGroup = {
  id: 'other',
  firstId: 1900,
  name: { pl: 'Pozostałe', en: 'Other' },
  description: {
    pl: 'Błędy, których nie udało się przypisać do żadnej z pozostałych kategorii.',
    en: 'Failures that could not be assigned to any other category.',
  },
  types: [
    {
      id: 1901,
      kind: 'unclassified',
      categories: ['other'],
      name: { pl: 'Błąd nierozpoznany', en: 'Unrecognised failure' },
      description: {
        pl: 'Sprawdzenie zakończyło się błędem, którego sensor nie umie zaklasyfikować.',
        en: 'The check failed with an error that the sensor cannot classify.',
      },
      diagnosis: {
        pl: 'Rzadki błąd sieci lub protokołu; szczegóły są w komunikacie błędu.',
        en: 'A rare network or protocol fault; the error message has the details.',
      },
      nextSteps: {
        pl:
          'Przeczytaj komunikat błędu i dowody, powtórz sprawdzenie ręcznie. Jeśli błąd wraca, zgłoś go ' +
          'administratorowi instalacji wraz z komunikatem.',
        en:
          'Read the error message and the evidence, and repeat the check by hand. If it returns, report it to ' +
          'the administrator of the installation with the message.',
      },
    },
  ],
}
