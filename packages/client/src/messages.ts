const messages = {
  unreachable: {
    en: 'The service cannot be reached. Check the connection and try again.',
    pl: 'Nie można połączyć się z usługą. Sprawdź połączenie i spróbuj ponownie.',
  },
  refused: {
    en: 'The service answered with status {status} and did not say why. Try again in a while.',
    pl: 'Usługa odpowiedziała kodem {status} bez wyjaśnienia. Spróbuj ponownie za chwilę.',
  },
} as const

/** Texts of the client itself; all other messages come from the API. */
export const saying = (what: keyof typeof messages, language = 'en'): string =>
  messages[what][/^pl\b/i.test(language) ? 'pl' : 'en']
