const messages = {
  unreachable: {
    en: 'Wachta cannot be reached. Check your connection and try again.',
    pl: 'Nie można połączyć się z Wachtą. Sprawdź połączenie i spróbuj ponownie.',
  },
  refused: {
    en: 'Wachta answered with HTTP {status}. Try again in a moment.',
    pl: 'Wachta odpowiedziała kodem HTTP {status}. Spróbuj ponownie za chwilę.',
  },
} as const

/** Texts of the client itself; all other messages come from the API. */
export const translateMessage = (key: keyof typeof messages, language = 'en'): string =>
  messages[key][/^pl\b/i.test(language) ? 'pl' : 'en']
